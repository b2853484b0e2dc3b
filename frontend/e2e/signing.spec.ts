import { confirmed, draftOf, draw, pad, sign, textsOf } from './journey.js';
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
    await confirmed(page, texts, draft);
    await sign(page, texts, 1);

    const card = pad(page, texts, 2);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toContainText(draft.party2.name);
    for (const seen of [
      heading,
      page.getByText(/wird die Vereinbarung verbindlich/),
      card.getByText(draft.title),
      card.getByText(wizard.terms.penalty ?? '', { exact: true }),
      card.getByRole('button', { name: signing.read }),
    ])
      await expect(seen).toBeInViewport({ ratio: 1 });
    await card.getByRole('button', { name: signing.read }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await draw(page, card);
    await expect(card.getByRole('button', { name: signing.sign })).toBeEnabled();
  });
