import type { Page } from '@playwright/test';
import { SAMPLES } from '@siegel/contracts/testing/sample-terms';
import { expectAccessible } from './axe.js';
import { confirmed, draftOf, createAgreement, signedByBoth, textsOf } from './journey.js';
import { expect, test } from './test.js';

const texts = textsOf('de');
const { wizard } = texts;
const draft = draftOf('de');
const { party2Name, ideaTitle } = SAMPLES.de;

/** Returns the sum of all layout shifts since the page was opened. */
const shiftSinceOpening = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(
            list.getEntries().reduce((sum, one) => sum + (one as unknown as { value: number }).value, 0),
          );
        }).observe({ type: 'layout-shift', buffered: true });
        // The observer reports nothing if nothing moved. So resolve with 0 after two frames.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );
/**
 * Limit for the layout shift. When a font arrives, the browser paints the text again. On a busy machine it
 * does so over several frames. The shift that this causes is far below the limit.
 */
const STILL = 0.001;
const expectStill = async (page: Page) => expect(await shiftSinceOpening(page)).toBeLessThan(STILL);

const start = (page: Page, name: string) => page.locator('.hero').getByRole('link', { name, exact: true });
const startNew = (page: Page) => page.getByRole('button', { name: wizard.startNew, exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: wizard.startNewTitle });

async function begin(page: Page): Promise<void> {
  await page.goto('/create?lang=de');
  await page.getByLabel(wizard.idea.ideaTitle).fill(draft.title);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('nda-form-state'))).toContain(draft.title);
}

test('without a draft the button begins one, and the page shows no other choice', async ({ page }) => {
  await page.goto('/?lang=de');
  await expect(start(page, 'Vereinbarung erstellen')).toBeVisible();
  await expect(startNew(page)).toBeHidden();
  await expect(page.getByText('Offene Vereinbarungen')).toBeHidden();
});

for (const width of [1440, 390])
  test(`a draft can be continued, and is discarded only after a question, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await begin(page);
    await page.goto('/?lang=de');
    await expectStill(page);
    await expectAccessible(page, 'the home page with a draft');
    await start(page, 'Entwurf fortsetzen').click();
    await expect(page.getByLabel(wizard.idea.ideaTitle)).toHaveValue(draft.title);

    await page.goto('/?lang=de');
    await startNew(page).click();
    const keep = dialog(page).getByRole('button', { name: wizard.startNewCancel });
    await expect(keep).toBeFocused();
    await expectAccessible(page, 'the question');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(startNew(page)).toBeFocused();
    await startNew(page).click();
    await keep.click();
    await expect(dialog(page)).toBeHidden();
    await expect(start(page, 'Entwurf fortsetzen')).toBeVisible();
    await startNew(page).click();
    await dialog(page).getByRole('link', { name: wizard.startNewConfirm }).click();
    await expect(page.getByLabel(wizard.idea.ideaTitle)).toHaveValue('');
    await expect(page).toHaveURL(/\/create$/);
  });

test('a user who comes back finds the draft that was just begun', async ({ page }) => {
  await page.goto('/?lang=de');
  await start(page, 'Vereinbarung erstellen').click();
  await page.getByLabel(wizard.idea.ideaTitle).fill(draft.title);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('nda-form-state'))).toContain(draft.title);
  await page.goBack();
  await expect(start(page, 'Entwurf fortsetzen')).toBeVisible();
});

test('without scripts the button begins', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto('/?lang=de');
  await expect(start(page, 'Vereinbarung erstellen')).toBeVisible();
  await expect(page.getByText(wizard.startNew, { exact: true })).toBeHidden();
  await context.close();
});

const rows = (page: Page) =>
  page.getByRole('region', { name: 'Offene Vereinbarungen' }).getByRole('listitem');

test('the home page lists an agreement made in the wizard until it is sent', async ({ page }) => {
  await confirmed(page, texts, draft);
  const address = page.url();
  // The window is high enough to show the list, and the response with the agreements arrives late. The
  // content below the list must still not move when the response arrives.
  await page.setViewportSize({ width: 1440, height: 1400 });
  await page.route('**/api/ndas', async (route) => {
    await page.evaluate(() => document.fonts.ready);
    await route.continue();
  });
  await page.goto('/?lang=de');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText([draft.title]);
  await expect(rows(page)).toContainText(['Unterschrift offen']);
  await expectStill(page);
  await expectAccessible(page, 'the home page with an agreement');
  await signedByBoth(page, address.replace(/.*\/nda\//, ''));
  await page.reload();
  await expect(rows(page)).toContainText(['Zahlung offen']);
  await rows(page)
    .getByRole('link', { name: `Öffnen ${draft.title}` })
    .click();
  await expect(page).toHaveURL(address);
});

test('lists three agreements at first, and all of them on request', async ({ page }) => {
  await page.goto('/?lang=de');
  for (let count = 0; count < 4; count += 1) await createAgreement(page);
  await page.evaluate(() => localStorage.setItem('open-agreements', '3'));
  await page.setViewportSize({ width: 1440, height: 1400 });
  await page.goto('/?lang=en');
  const region = page.getByRole('region', { name: 'Open agreements' });
  await expect(region.getByRole('listitem')).toHaveCount(3);
  await expect(region.getByRole('listitem').first()).toContainText(ideaTitle);
  await expect(region.getByRole('listitem').first()).toContainText(party2Name);
  await expectStill(page);
  await region.getByRole('button', { name: 'Show all' }).click();
  await expect(region.getByRole('listitem')).toHaveCount(4);
  await region.getByRole('link').last().click();
  await expect(page).toHaveURL(/\/nda\/[0-9a-f-]+\?lang=en$/);
});

test('without open agreements there is no strip', async ({ page }) => {
  await page.goto('/?lang=de');
  await page.evaluate(() => localStorage.setItem('open-agreements', '1'));
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('open-agreements'))).toBeNull();
  await expect(page.getByText('Offene Vereinbarungen')).toBeHidden();
  await expectStill(page);
});

for (const width of [1440, 390])
  test.describe(`an English browser at ${width} px`, () => {
    test.use({ locale: 'en-GB', viewport: { width, height: 844 } });
    const offer = (page: Page) => page.locator('.language-offer');

    test('is offered English once, and never again after the reader declines', async ({ page }) => {
      await page.goto('/faq');
      await expect(offer(page)).toBeVisible();
      await expectStill(page);
      await expectAccessible(page, 'the offer');
      await offer(page).getByRole('button', { name: 'No thanks' }).click();
      await expect(offer(page)).toHaveCount(0);
      for (const path of ['/', '/verify', '/faq']) {
        await page.goto(path);
        await expect(page.locator('html')).toHaveAttribute('lang', 'de');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(offer(page)).toHaveCount(0);
      }
    });

    test('continues in English on request', async ({ page }) => {
      await page.goto('/verify');
      await offer(page).getByRole('link', { name: 'English' }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await page.goto('/');
      await expect(page).toHaveURL(/\/\?lang=en$/);
      await expect(offer(page)).toHaveCount(0);
    });
  });

test.describe('a German browser', () => {
  test.use({ locale: 'de-DE' });

  test('gets no offer', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.language-offer')).toHaveCount(0);
  });
});
