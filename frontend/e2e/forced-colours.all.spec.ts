import type { Page } from '@playwright/test';
import { draftOf, fillIdea, createAgreement, openStep, textsOf } from './journey.js';
import { expect, test } from './test.js';

test.use({ forcedColors: 'active' });

const texts = textsOf('de');

const look = (page: Page, selector: string, property: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

/**
 * Expects that a chosen element is painted differently from an element that is not chosen. Compares one CSS
 * property.
 */
async function expectDifferent(page: Page, chosen: string, other: string, property: string): Promise<void> {
  await expect
    .poll(async () => (await look(page, chosen, property)) !== (await look(page, other, property)), {
      message: `${property} of ${chosen}`,
    })
    .toBe(true);
}

/**
 * Expects a focus ring around each element that the keyboard reaches. The ring must be an outline, because
 * the browser paints no shadows in forced colours.
 */
async function expectRings(page: Page, stops: number): Promise<void> {
  const ringless = [];
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    const { name, ring } = await page.evaluate(() => {
      const focused = document.activeElement ?? document.body;
      // The file input is hidden, so its label has the focus ring.
      const seen = focused.matches('[type="file"]') ? (focused.closest('label') ?? focused) : focused;
      const { outlineStyle, outlineWidth } = getComputedStyle(seen);
      return { name: focused.outerHTML.slice(0, 80), ring: `${outlineStyle} ${outlineWidth}` };
    });
    if (ring !== 'solid 2px' && !name.startsWith('<body')) ringless.push(`${name}: ${ring}`);
  }
  expect(ringless).toEqual([]);
}

interface Screen {
  readonly open: (page: Page) => Promise<unknown>;
  /** Expects that a chosen, open or pressed element looks different from other elements. */
  readonly chosen: (page: Page) => Promise<unknown>;
}

const SCREENS: Readonly<Record<string, Screen>> = {
  'the home page': {
    open: (page) => page.goto('/?lang=de'),
    chosen: async (page) => {
      await page.locator('.site-header summary').click();
      await expect(page.locator('.language-menu-list [aria-current="true"] svg')).toBeVisible();
      await expectDifferent(
        page,
        '.language-menu-list [aria-current]',
        '.language-menu-list a:not([aria-current])',
        'font-weight',
      );
      await page.locator('.flip-card-button').first().click();
      await expect(page.locator('.flip-card-back').first()).toBeVisible();
    },
  },
  'the questions': {
    open: (page) => page.goto('/faq?lang=de'),
    chosen: async (page) => {
      await page.locator('.questions summary').first().click();
      await expect(page.locator('.questions-answer').first()).toBeVisible();
      await expectDifferent(
        page,
        '.questions details[open] summary svg',
        '.questions details:not([open]) summary svg',
        'transform',
      );
    },
  },
  'the check': {
    open: async (page) => {
      await page.goto('/verify?lang=de');
      await expect(page.locator('input[type="file"]')).toBeAttached();
    },
    chosen: (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  },
  'step 2': {
    open: async (page) => {
      await page.goto('/create?lang=de');
      await fillIdea(page, texts, draftOf('de'));
      await page.getByRole('button', { name: texts.wizard.idea.continue, exact: true }).click();
      await expect(page.getByRole('radio').first()).toBeVisible();
    },
    chosen: async (page) => {
      // The browser draws radio buttons and checkboxes itself, in the system's colours.
      for (const control of ['.radio', '.checkbox input'])
        expect(await look(page, control, 'appearance')).toBe('auto');
      await expectDifferent(
        page,
        '.is-current > .steps-number',
        'li:last-child > .steps-number',
        'border-top-width',
      );
    },
  },
  'step 4': {
    open: async (page) => {
      await page.goto('/?lang=de');
      await openStep(page, 4, await createAgreement(page));
    },
    chosen: (page) =>
      expectDifferent(
        page,
        '[role="tab"][aria-selected="true"]',
        '[role="tab"][aria-selected="false"]',
        'background-color',
      ),
  },
  'the login': {
    open: async (page) => {
      await page.goto('/admin?lang=de');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
    chosen: (page) => expect(page.locator('input').first()).toBeVisible(),
  },
};

for (const [name, { open, chosen }] of Object.entries(SCREENS))
  test(`in the system's colours, focus and choice are visible on ${name}`, async ({ page }) => {
    await open(page);
    await expectRings(page, 12);
    await chosen(page);
  });
