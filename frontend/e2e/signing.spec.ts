import { withFontsAtHand } from './fonts.js';
import { confirmed, draftOf, draw, made, pad, sign, textsOf } from './journey.js';
import { expect, test } from './test.js';

const SCREENS = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
];

for (const viewport of SCREENS)
  test(`Party 2 sees what is signed, and that it binds, before the pad (${viewport.width} wide)`, async ({
    page,
  }) => {
    const texts = textsOf('de');
    const { wizard, signing } = texts;
    const draft = draftOf('de');
    await page.setViewportSize(viewport);
    await withFontsAtHand(page);
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

test('typed letters stand on the line, however small they are', async ({ page }) => {
  const { signing } = textsOf('de');
  await page.goto('/?lang=de');
  const id = await made(page);
  for (const { width, height } of SCREENS) {
    await page.setViewportSize({ width, height });
    await page.goto(`/nda/${id}`);
    await page.getByRole('tab', { name: signing.type }).first().click();
    for (const name of ['Ada Lang', 'Maximiliane Freifrau von Hohenstein-Gyllenborg zu Falkenau']) {
      await page.getByLabel(signing.typeLabel).fill(name);
      const hand = page.locator('.signature-pad-hand[data-ready]');
      await expect(hand).toHaveText(name);
      const above = await hand.evaluate((letters) => {
        const probe = document.createElement('span');
        probe.style.display = 'inline-block';
        letters.append(probe);
        const baseline = probe.getBoundingClientRect().bottom;
        probe.remove();
        const pad = letters.parentElement as HTMLElement;
        const line = Number.parseFloat(getComputedStyle(pad, '::after').bottom);
        return pad.getBoundingClientRect().bottom - line - baseline;
      });
      expect(above, `${name} at ${width}`).toBeGreaterThan(0);
      expect(above, `${name} at ${width}`).toBeLessThan(8);
    }
  }
});
