import type { Page } from '@playwright/test';
import { HIDDEN, PUBLIC } from './addresses.js';
import { adminPassword, createAgreement, openStep, signedByBoth, textsOf } from './journey.js';
import { expectGoodLayout, setDefaultFontSize, smallTargets } from './layout.js';
import { expect, test } from './test.js';

const WIDTHS = [360, 768, 1440];
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Opens a page and waits until its scripts have run. Until then an application shows a placeholder. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(heading(page)).toBeVisible();
  await expect(page.locator('.skeleton')).toHaveCount(0);
}

async function openDashboard(page: Page): Promise<void> {
  await page.request.post('/api/admin/login', { data: { password: adminPassword() } });
  expect((await page.request.post('/api/admin/vouchers', { data: {} })).status()).toBe(201);
  await page.goto('/admin/dashboard?lang=de');
  await expect(page.getByText(/^NDA-/).first()).toBeVisible();
}

async function expectGoodAt(page: Page, widths: readonly number[], where: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectGoodLayout(page, `${where}, ${width} px wide`);
  }
}

for (const [name, paths] of Object.entries({ public: PUBLIC, other: HIDDEN }))
  test(`nothing scrolls sideways, is cut or overlaps: ${name} pages, also with text of twice the size`, async ({
    page,
  }) => {
    for (const path of paths) {
      await open(page, `${path}?lang=de`);
      await expectGoodAt(page, WIDTHS, path);
      await setDefaultFontSize(page, 32);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
      await expectGoodAt(page, [1280], `${path} in large letters`);
      await setDefaultFontSize(page, 16);
    }
  });

test('opened answers and turned cards have no layout faults either', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/?lang=de');
  for (const card of await page.locator('.flip-card-button').all()) await card.click();
  await expectGoodAt(page, WIDTHS, 'turned cards');
  await open(page, '/faq?lang=de');
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) {
      details.removeAttribute('name');
      details.open = true;
    }
  });
  await expectGoodAt(page, WIDTHS, 'all answers');
});

/** A title of the greatest allowed length. It contains no position at which a line could break. */
const LONG = {
  ideaTitle: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.padEnd(
    120,
    'en',
  ),
};

test('a title that is one long word is broken, and moves nothing out of place', async ({ page }) => {
  await page.goto('/?lang=de');
  const id = await createAgreement(page, LONG);
  for (const step of [2, 3, 4] as const) {
    await openStep(page, step, id, LONG);
    await expectGoodAt(page, WIDTHS, `step ${step}`);
  }
  await signedByBoth(page, id);
  await open(page, `/nda/${id}`);
  await expectGoodAt(page, WIDTHS, 'step 5');
  await openDashboard(page);
  await expectGoodAt(page, WIDTHS, 'the dashboard');
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('each control of a page is at least 44 px high and wide', async ({ page }) => {
    for (const path of [...PUBLIC, ...HIDDEN]) {
      // It is enough to test English. English words are shorter than German words, so the English controls
      // are the smallest.
      await open(page, `${path}?lang=en`);
      expect(await smallTargets(page), path).toEqual([]);
    }
    await page.locator('.language-menu summary').first().click();
    expect(await smallTargets(page), 'the menu of languages').toEqual([]);
  });

  test('each control of the steps, the dialogs and the dashboard is at least 44 px high and wide', async ({
    page,
  }) => {
    const { signing, finish, payment } = textsOf('de');
    await page.goto('/?lang=de');
    const id = await createAgreement(page);
    for (const step of [2, 3, 4] as const) {
      await openStep(page, step, id);
      expect(await smallTargets(page), `step ${step}`).toEqual([]);
    }
    await page.getByRole('tab', { name: signing.type }).first().click();
    expect(await smallTargets(page), 'a typed signature').toEqual([]);
    await page.getByRole('button', { name: signing.read }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await smallTargets(page), 'the agreement').toEqual([]);
    await signedByBoth(page, id);
    await open(page, `/nda/${id}`);
    expect(await smallTargets(page), 'step 5').toEqual([]);
    await page.getByRole('button', { name: finish.due.button }).click();
    await expect(page.getByLabel(payment.number)).toBeVisible();
    expect(await smallTargets(page), 'the payment').toEqual([]);
    await openDashboard(page);
    expect(await smallTargets(page), 'the dashboard').toEqual([]);
  });
});

test('a printed public page is complete, including closed answers and the backs of cards', async ({
  page,
}) => {
  // The size of an A4 sheet.
  await page.setViewportSize({ width: 794, height: 1123 });
  for (const path of PUBLIC) {
    await page.emulateMedia({ media: 'screen' });
    await open(page, `${path}?lang=de`);
    await page.emulateMedia({ media: 'print' });
    for (const part of ['.site-header', '.site-footer', '.skip-link'])
      await expect(page.locator(part)).toBeHidden();
    await expect(heading(page)).toBeVisible();
    for (const hidden of await page.locator('.questions-answer, .flip-card-face').all())
      await expect(hidden).toBeVisible();
    await expectGoodLayout(page, `${path} on paper`);
  }
});
