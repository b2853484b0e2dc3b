import type { Page } from '@playwright/test';
import { CONSENT } from '@siegel/contracts/agreement/consent';
import { SAMPLES } from '@siegel/contracts/testing/sample-terms';
import {
  adminPassword,
  confirmed,
  draftOf,
  createAgreement,
  openStep,
  pad,
  signedByBoth,
  textsOf,
} from './journey.js';
import { cutTexts, expectNothingCut, setDefaultFontSize } from './layout.js';
import { expect, test } from './test.js';

const texts = textsOf('de');
const { signing } = texts;

/** Expects that all content stays within the window's width and that nothing covers the headline. */
async function expectWhole(page: Page, where: string): Promise<void> {
  const headline = page.getByRole('heading', { level: 1 });
  await expect(headline).toBeVisible();
  await expectNothingCut(page, where);
  const covered = await headline.evaluate((heading) => {
    const range = document.createRange();
    range.selectNodeContents(heading);
    return [...range.getClientRects()].some(({ left, right, top, bottom }) => {
      const seen = document.elementFromPoint((left + 3 * right) / 4, (top + bottom) / 2);
      return seen !== null && !heading.contains(seen) && !seen.contains(heading);
    });
  });
  expect(covered, `the headline of ${where}`).toBe(false);
}

/**
 * Expects that a dialog is fully visible, or that it can be scrolled. A dialog must never scroll sideways.
 */
async function expectWholeDialog(page: Page, where: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectNothingCut(page, where);
  const sideways = await dialog.evaluate((box) =>
    [box, ...box.querySelectorAll('*')].some(
      (part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === 'auto',
    ),
  );
  expect(sideways, `${where} scrolls sideways`).toBe(false);
}

for (const width of [390, 1440])
  test(`text of twice the size is not cut or covered in a window of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const path of [
      '/',
      '/create',
      '/faq',
      '/how-it-works',
      '/contact',
      '/legal',
      '/privacy',
      '/verify',
      '/admin',
    ]) {
      await page.goto(`${path}?lang=de`);
      await setDefaultFontSize(page, 32);
      await expectWhole(page, path);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    }
  });

for (const width of [390, 1440])
  test(`text of twice the size is complete in the steps, the dialogs and the dashboard in a window of ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/?lang=de');
    await setDefaultFontSize(page, 32);
    const id = await createAgreement(page);
    for (const step of [2, 3, 4] as const) {
      await openStep(page, step, id);
      await expectWhole(page, `step ${step}`);
    }
    await page.getByRole('button', { name: signing.read }).click();
    await expectWholeDialog(page, 'the agreement');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: signing.type }).first().click();
    await page.getByLabel(signing.typeLabel).fill(SAMPLES.de.party1Name);
    await expectNothingCut(page, 'a typed signature');
    await signedByBoth(page, id);
    await page.goto(`/nda/${id}`);
    await expectWhole(page, 'step 5');
    await page.getByRole('button', { name: texts.finish.due.button }).click();
    await expect(page.getByLabel(texts.payment.number)).toBeVisible();
    await page.getByRole('button', { name: CONSENT.de.pay }).click();
    await expectWholeDialog(page, 'the payment');
    await page.request.post('/api/admin/login', { data: { password: adminPassword() } });
    expect((await page.request.post('/api/admin/vouchers', { data: {} })).status()).toBe(201);
    await page.goto('/admin/dashboard');
    await expect(page.getByText(/^NDA-/).first()).toBeVisible();
    await expectWhole(page, 'the dashboard');
  });

test.describe("in the system's colours", () => {
  test.use({ forcedColors: 'active' });

  test('each element shows that it has the focus', async ({ page }) => {
    await page.goto('/create?lang=de');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The agreement beside the form appears only when the browser is idle.
    await expect(page.locator('.preview-paper')).toBeVisible();
    const seen = new Set<string>();
    for (let stop = 0; stop < 20; stop += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
        return { name: document.activeElement?.tagName ?? '', ring: `${outlineStyle} ${outlineWidth}` };
      });
      expect(focused).toEqual({ name: focused.name, ring: 'solid 2px' });
      seen.add(focused.name);
    }
    expect([...seen]).toEqual(expect.arrayContaining(['A', 'BUTTON', 'INPUT', 'TEXTAREA', 'SECTION']));
  });

  test('progress and the chosen tab are visible', async ({ page }) => {
    await confirmed(page, texts, draftOf('de'));
    const look = (selector: string, property: 'background-color') =>
      page
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
    const paper = await look('body', 'background-color');
    expect(await look('.steps-fill', 'background-color')).not.toBe(paper);
    const tab = (name: string) =>
      pad(page, texts, 1)
        .getByRole('tab', { name })
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await tab(signing.draw)).not.toBe(await tab(signing.type));
  });
});

for (const width of [320, 390])
  test(`admin pages fit into a window of ${width} px, without the public header and footer`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/admin?lang=de');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expect.poll(() => cutTexts(page)).toEqual({ cut: [], sideways: 0 });
    await page.request.post('/api/admin/login', { data: { password: adminPassword() } });
    await page.goto('/admin/dashboard?lang=de');
    const logout = page.getByRole('button', { name: 'Abmelden' });
    await expect(logout).toBeVisible();
    await expect.poll(() => cutTexts(page)).toEqual({ cut: [], sideways: 0 });
    const [header, button] = [await page.locator('.site-header').boundingBox(), await logout.boundingBox()];
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(header?.height ?? 0);
    if (width === 390) expect(header?.height).toBeLessThan(80);
  });
