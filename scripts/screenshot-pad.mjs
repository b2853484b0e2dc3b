// Screenshots of the signature pad: in the wizard, and on the page to which an invitation links.

import { refuse } from './screenshot-answers.mjs';

/** A name that no handwriting font can write. */
const UNWRITABLE = '田中';
const NAME = 'Katharina Brandstetter';
const LONG_NAME = 'Dr. Maximiliane Charlotte von Hohenstein-Waldenburg zu Sayn-Berleburg';
const WRITTEN = '.signature-pad-typed img:not([alt=""])';

/**
 * Types a name as a signature, in one of the three handwriting fonts. Waits for the service's response if
 * `shown` is given.
 */
const typed = (name, hand, shown) => async (page) => {
  await page.getByRole('tab').nth(1).click();
  const field = page.locator('.signature-bar input:not([type=radio])');
  await field.fill(name);
  await page
    .locator('.hand-choice input')
    .nth(hand - 1)
    .check();
  if (shown === undefined) return;
  await page.locator(shown).first().waitFor();
  await page.locator('.signature-pad-typed').scrollIntoViewIfNeeded();
};

/**
 * Draws a line through points on the pad. `pointsOn` gets the pad's size and returns the points, in pixels
 * relative to the pad's centre.
 */
async function line(page, pointsOn) {
  const pad = page.locator('.signature-pad canvas').first();
  await pad.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await pad.boundingBox();
  const [[left, top], ...more] = pointsOn({ width, height }).map(([across, down]) => [
    x + width / 2 + across,
    y + height / 2 + down,
  ]);
  await page.mouse.move(left, top);
  await page.mouse.down();
  for (const [at, below] of more) await page.mouse.move(at, below);
  await page.mouse.up();
}
const drawn = (page) =>
  line(page, () => Array.from({ length: 41 }, (_, n) => [n * 6 - 120, Math.sin(n / 4) * 40]));
/** Scribbles over the entire pad, so that more of its area is ink than paper. */
const scribbled = async (page) => {
  await line(page, ({ width, height }) =>
    Array.from({ length: Math.floor(height / 2) - 4 }, (_, n) => n).flatMap((n) =>
      [-1, 1].map((side) => [(n % 2 === 0 ? side : -side) * (width / 2 - 6), 2 * n + 8 - height / 2]),
    ),
  );
  await page.locator('.field-error').waitFor();
};

/**
 * Types two names. The service returns the picture of the first name, but never responds to the request for
 * the second name.
 */
const writing = async (page) => {
  await typed('Katharina', 1, WRITTEN)(page);
  await page.route('**/api/signatures/typed', () => undefined);
  await page.locator('.signature-bar input:not([type=radio])').fill(NAME);
  await page.locator('.signature-pad-typed img[data-outdated]').waitFor();
};
const unwritten = async (page) => {
  await refuse(page, '**/api/signatures/typed', 'unavailable');
  await typed(NAME, 1, '.signature-bar-instead')(page);
};

const refused = async (page) => {
  await refuse(page, '**/api/{ndas,remote-signature}/*/sign', 'invalid_signature');
  await drawn(page);
  await page.locator('.signature-bar .button-primary').first().click();
  await page.locator('.notice-bad').first().waitFor();
};

const ACTS = {
  '': () => undefined,
  '-drawn': drawn,
  '-crowded': scribbled,
  '-refused': refused,
  '-typed': typed('', 1),
  ...Object.fromEntries([1, 2, 3].map((hand) => [`-typed-${hand}`, typed(NAME, hand, WRITTEN)])),
  '-typed-long': typed(LONG_NAME, 3, WRITTEN),
  '-typed-too-long': typed('Katharina '.repeat(13), 1, '.signature-bar .field-error'),
  '-typed-refused': typed(UNWRITABLE, 1, '.signature-bar-instead'),
  '-typed-waiting': writing,
  '-typed-unavailable': unwritten,
};

const toPad = async (page) => {
  await page.locator('main .remote-next .button-primary').first().click();
  await page.locator('.remote-pad').waitFor();
};

const PLACES = [
  { name: 'create-4', path: ({ open }) => `/nda/${open}`, step: 4, before: () => undefined },
  { name: 'sign-pad', path: ({ link }) => link, before: toPad },
];

/**
 * `link` is the link of an invitation. `half` is an agreement that only Party 1 has signed, with a typed
 * name.
 */
export const PAD_STATES = [
  ...PLACES.flatMap(({ name, path, step, before }) =>
    Object.entries(ACTS).map(([suffix, act]) => ({
      name: `${name}${suffix}`,
      path,
      step,
      fails: true,
      act: async (page) => {
        await before(page);
        await act(page);
      },
    })),
  ),
  { name: 'create-4-half', path: ({ half }) => `/nda/${half}` },
  { name: 'sign-read', path: ({ link }) => link },
];
