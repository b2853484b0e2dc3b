import { withFontsLoaded } from './fonts.js';
import { filled } from './invited.js';
import { confirmed, draftOf, draw, createAgreement, pad, sign, textsOf } from './journey.js';
import { expect, test } from './test.js';

const SCREENS = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];

for (const viewport of SCREENS)
  test(`above the pad, Party 2 reads the facts and that signing binds (${viewport.width} wide)`, async ({
    page,
  }) => {
    const texts = textsOf('de');
    const { wizard, signing } = texts;
    const draft = draftOf('de');
    await page.setViewportSize(viewport);
    await withFontsLoaded(page);
    await confirmed(page, texts, draft);
    await sign(page, texts, 1);

    const card = pad(page, texts, 2);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toContainText(draft.party2.name);
    for (const seen of [
      heading,
      page.getByText(/wird die Vereinbarung verbindlich/),
      card.getByText(draft.title),
      card.getByText(wizard.terms.penalty, { exact: true }),
      card.getByRole('button', { name: signing.read }),
    ])
      await expect(seen).toBeInViewport({ ratio: 1 });
    await card.getByRole('button', { name: signing.read }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await draw(page, card);
    await expect(card.getByRole('button', { name: signing.sign })).toBeEnabled();
  });

test('typed letters are on the line, however small they are', async ({ page }) => {
  const { signing } = textsOf('de');
  await page.goto('/?lang=de');
  const id = await createAgreement(page);
  for (const { width, height } of SCREENS) {
    await page.setViewportSize({ width, height });
    await page.goto(`/nda/${id}`);
    await page.getByRole('tab', { name: signing.type }).first().click();
    for (const name of ['Ada Lang', 'Maximiliane Freifrau von Hohenstein-Gyllenborg zu Falkenau']) {
      await page.getByLabel(signing.typeLabel).fill(name);
      const picture = page.getByAltText(filled(signing.typedPicture, { name }));
      await expect(picture).toBeVisible();
      await expect.poll(() => picture.evaluate(({ style }) => style.width)).not.toBe('');
      const { below, beside, room } = await picture.evaluate((image) => {
        const pad = image.parentElement as HTMLElement;
        const line = Number.parseFloat(getComputedStyle(pad, '::after').bottom);
        const [inside, around] = [image.getBoundingClientRect(), pad.getBoundingClientRect()];
        return {
          below: inside.bottom - (around.bottom - line),
          beside: around.right - inside.right,
          room: inside.top - around.top,
        };
      });
      // Usually a quarter of the picture is below the line. If there is less room, a smaller part is below
      // it.
      expect(below, `${name} at ${width}`).toBeGreaterThan(0);
      expect(below, `${name} at ${width}`).toBeLessThan(21);
      expect(beside, `${name} at ${width}`).toBeGreaterThan(0);
      expect(room, `${name} at ${width}`).toBeGreaterThan(0);
    }
  }
});
