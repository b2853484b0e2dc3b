import { PRODUCT_NAME } from '@siegel/contracts/limits';
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expectAccessible } from './axe.js';
import { adminPassword, issueVoucher, createAgreement, signedByBoth, textsOf } from './journey.js';
import { expectGoodLayout, smallTargets } from './layout.js';
import { expect, test, testInAll } from './test.js';

const texts = textsOf('de').admin;
/** A title that no other test uses. */
const unique = (): string => `Windmühle ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

async function login(page: Page): Promise<void> {
  await page.goto('/admin?lang=de');
  await page.getByLabel(texts.login.password).fill(adminPassword());
  await page.getByRole('button', { name: texts.login.submit }).click();
  await expect(page).toHaveURL(/\/admin\/dashboard/);
  await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeVisible();
}

/**
 * Creates an agreement, has both parties sign it, and pays with a voucher. Waits until the document is sent.
 */
async function sentNda(page: Page, ideaTitle: string): Promise<string> {
  const id = await createAgreement(page, { ideaTitle });
  await signedByBoth(page, id);
  const voucherCode = await issueVoucher(page.request);
  await page.request.post('/api/admin/logout');
  expect((await page.request.post(`/api/ndas/${id}/apply-voucher`, { data: { voucherCode } })).ok()).toBe(
    true,
  );
  await expect
    .poll(async () => (await (await page.request.get(`/api/ndas/${id}`)).json()).status)
    .toBe('sent');
  return id;
}

test('the admin sees the state of the service, finds an agreement, opens it and erases it', async ({
  page,
}) => {
  const title = unique();
  const id = await sentNda(page, title);
  await login(page);

  // Totals, four rates and the list of tasks are visible without scrolling.
  await expect(page.locator('main canvas')).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  for (const seen of ['.totals-strip', '#todo', '.funnel', '.funnel-overall'])
    await expect(page.locator(seen)).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.funnel-rate b')).toHaveText([
    /^[\d,]+\s%$|^–$/,
    /^[\d,]+\s%$|^–$/,
    /^[\d,]+\s%$|^–$/,
  ]);
  const ends = await page
    .locator('.lines-ends li')
    .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().top).sort((a, b) => a - b));
  for (const [at, top] of ends.entries())
    if (at > 0) expect(top - (ends[at - 1] ?? 0)).toBeGreaterThanOrEqual(17.9);

  // The page's address contains the chosen range, and the downloaded file covers the days of this range.
  await page.getByRole('button', { name: '30 Tage' }).click();
  await expect(page).toHaveURL(/days=30/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: texts.csv.button }).click(),
  ]);
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv.startsWith(`\uFEFF${texts.csv.day},`)).toBe(true);
  expect(csv.split('\r\n')).toHaveLength(1 + 30 + 2 + 1);

  // The search finds the title even if its umlaut is typed as 'ue'. The page's address never contains the
  // search text.
  await page.getByRole('searchbox', { name: texts.ndas.search }).fill(title.replace('ü', 'ue'));
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row.getByText(texts.ndas.standings.sent)).toBeVisible();
  await expect(row.getByText(texts.ndas.payments.voucher)).toBeVisible();
  expect(page.url()).not.toContain('Windm');

  await row.getByRole('link', { name: title, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/audit/${id}`));
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByText(texts.readings.title).click();
  await expect(page.getByRole('cell', { name: texts.readings.roles.admin }).first()).toBeVisible();
  expect(await page.title()).toContain(PRODUCT_NAME);

  // The link that leads back to the list restores the search.
  await page.getByRole('link', { name: texts.nda.back }).click();
  await row.getByRole('button', { name: `Löschen: ${title}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('etwas anderes');
  await dialog.getByRole('button', { name: texts.erase.confirm }).click();
  await expect(dialog.getByText(texts.erase.wrong)).toBeVisible();
  await dialog.getByRole('textbox').fill(title);
  await dialog.getByRole('button', { name: texts.erase.confirm }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toHaveCount(0);
  await expect.poll(async () => (await page.request.get(`/api/ndas/${id}`)).status()).toBe(404);
});

testInAll(
  'the session ends in the middle: the login comes over the page, which goes on as it was',
  async ({ page }) => {
    await login(page);
    await page.getByRole('button', { name: texts.range.days.replace('{{days}}', '90') }).click();
    await page.request.post('/api/admin/logout');
    await page.getByRole('button', { name: texts.range.today }).click();
    const dialog = page.getByRole('dialog', { name: texts.ended.title });
    await expect(dialog).toBeVisible();
    await expectAccessible(page, 'the login over the page');
    await dialog.getByLabel(texts.login.password).fill(adminPassword());
    await dialog.getByRole('button', { name: texts.login.submit }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/days=1/);
    await expect(page.locator('main canvas')).toBeVisible();
  },
);

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in the ${colorScheme} scheme`, () => {
    test.use({ colorScheme });

    testInAll('dashboard and an agreement are accessible, and lie well on every width', async ({ page }) => {
      const id = await createAgreement(page, { ideaTitle: unique() });
      await page.request.post('/api/admin/login', { data: { password: adminPassword() } });
      await page.goto('/admin/dashboard?lang=de');
      await expect(page.locator('main canvas')).toBeVisible();
      await expectAccessible(page, 'the dashboard');
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expectGoodLayout(page, `the dashboard, ${width} px wide`);
        if (width === 390) expect(await smallTargets(page), 'the dashboard').toEqual([]);
      }
      await page.goto(`/admin/audit/${id}?lang=de`);
      await expect(page.locator('main .key-values').first()).toBeVisible();
      await expectAccessible(page, 'an agreement');
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await expectGoodLayout(page, `an agreement, ${width} px wide`);
        if (width === 390) expect(await smallTargets(page), 'an agreement').toEqual([]);
      }
    });
  });

testInAll('the login is as high as the window, and no higher', async ({ page }) => {
  await page.goto('/admin?lang=de');
  await expect(page.getByLabel(texts.login.password)).toBeVisible();
  expect(
    await page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight),
  ).toBe(0);
});
