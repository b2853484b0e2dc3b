import type { Page } from '@playwright/test';
import { LANGUAGES } from '@siegel/contracts/enums';
import { HIDDEN, PUBLIC } from './addresses.js';
import { expectAccessible } from './axe.js';
import { adminPassword, draftOf, fillIdea, fillTerms, type Texts, textsOf } from './journey.js';
import { refuseSiteData, stripCookies } from './refused-cookies.js';
import { sampledUnlessAll } from './sampled.js';
import { expect, test, testInAll } from './test.js';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const noticeOf = (page: Page, texts: Texts) =>
  page.getByRole('alert').filter({ hasText: texts.cookies.cookiesBlocked.title });

async function toReview(page: Page, texts: Texts, draft = draftOf('de')): Promise<void> {
  const { idea, terms, review } = texts.wizard;
  await fillIdea(page, texts, draft);
  await press(page, idea.continue);
  await fillTerms(page, texts);
  await press(page, terms.continue);
  await expect(page.getByRole('heading', { level: 1, name: review.title })).toBeVisible();
}

/** Counts the agreements that the page creates. */
function creations(page: Page): string[] {
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/ndas')) posted.push(request.url());
  });
  return posted;
}

for (const language of sampledUnlessAll(LANGUAGES))
  test(`the wizard says first that cookies are refused, and loses nothing (${language})`, async ({
    page,
  }) => {
    const texts = textsOf(language);
    const draft = draftOf(language);
    const allow = await refuseSiteData(page);
    const created = creations(page);
    await page.goto(`/create?lang=${language}`);
    const notice = noticeOf(page, texts);
    await expect(notice).toContainText(texts.cookies.cookiesBlocked.agreement);
    await expectAccessible(page, 'the wizard without cookies');
    await toReview(page, texts, draft);
    await press(page, texts.wizard.review.confirm);
    await expect(notice.locator('..')).toBeFocused();
    expect(created).toEqual([]);
    // The typed text stays while cookies are still refused, and when they are allowed.
    await notice.getByRole('button').click();
    await expect(page.getByRole('heading', { level: 1, name: texts.wizard.review.title })).toBeVisible();
    await expect(page.getByText(draft.title).first()).toBeVisible();
    await expect(notice).toBeVisible();
    await allow();
    await notice.getByRole('button').click();
    await expect(page.getByText(draft.title).first()).toBeVisible();
    await expect(notice).toBeHidden();
    await press(page, texts.wizard.review.confirm);
    await expect(page).toHaveURL(/\/nda\//);
    expect(created).toHaveLength(1);
    await page.reload();
    await expect(page.locator('[aria-current="step"]')).toContainText(texts.wizard.steps[4]);
  });

for (const language of sampledUnlessAll(LANGUAGES.toReversed()))
  test(`the login says first that cookies are refused, and works once they are allowed (${language})`, async ({
    page,
  }) => {
    const texts = textsOf(language);
    const allow = await refuseSiteData(page);
    await page.goto(`/admin/dashboard?lang=${language}`);
    const notice = noticeOf(page, texts);
    await expect(notice).toContainText(texts.cookies.cookiesBlocked.login);
    await expectAccessible(page, 'the login without cookies');
    const field = page.getByLabel(texts.admin.login.password);
    await field.fill(adminPassword());
    await field.press('Enter');
    await expect(notice.locator('..')).toBeFocused();
    await expect(page.getByText(texts.admin.login.successTitle)).toBeHidden();
    await allow();
    await field.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: texts.admin.title })).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/dashboard/);
  });

const de = textsOf('de');

testInAll(
  'cookies that get lost on the way are noticed, and a retry creates no second NDA',
  async ({ page }) => {
    const keep = await stripCookies(page);
    await page.goto('/create?lang=de');
    await toReview(page, de);
    await expect(noticeOf(page, de)).toBeHidden();
    await press(page, de.wizard.review.confirm);
    await expect(noticeOf(page, de)).toBeVisible();
    await expect(page).toHaveURL(/\/create/);
    await keep();
    await press(page, de.wizard.review.confirm);
    await expect(page).toHaveURL(/\/nda\//);
    const { items } = await (await page.request.get('/api/ndas')).json();
    expect(items).toHaveLength(1);
  },
);

testInAll('a login whose cookie gets lost on the way says so', async ({ page }) => {
  await stripCookies(page);
  await page.goto('/admin?lang=de');
  await page.getByLabel(de.admin.login.password).fill(adminPassword());
  await press(page, de.admin.login.submit);
  await expect(noticeOf(page, de)).toContainText(de.cookies.cookiesBlocked.login);
  await expect(page.getByText(de.admin.login.successTitle)).toBeHidden();
});

testInAll('a link to continue is not used up by a browser that refuses cookies', async ({ page }) => {
  await refuseSiteData(page);
  const used: string[] = [];
  page.on('request', (request) => request.url().includes('/api/continue/') && used.push(request.url()));
  await page.goto(`/continue/${'aB3_-'.repeat(13)}?lang=de`);
  await expect(noticeOf(page, de)).toContainText(de.cookies.cookiesBlocked.agreement);
  await expectAccessible(page, 'a link to continue without cookies');
  await press(page, de.links.continue.button);
  await expect(noticeOf(page, de).locator('..')).toBeFocused();
  expect(used).toEqual([]);
});

testInAll('an NDA is not called deleted if the browser refuses cookies', async ({ page }) => {
  await refuseSiteData(page);
  await page.goto('/nda/00000000-0000-4000-8000-000000000000?lang=de');
  await expect(page.getByRole('heading', { level: 1, name: de.cookies.cookiesBlocked.title })).toBeVisible();
  await expect(page.getByText(de.cookies.cookiesBlocked.agreement)).toBeVisible();
  await expectAccessible(page, 'an NDA without cookies');
});

testInAll('every page is shown in a browser that refuses cookies and storage', async ({ page }) => {
  await refuseSiteData(page);
  for (const path of [...PUBLIC, ...HIDDEN]) {
    await page.goto(`${path}?lang=de`);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
  }
});

testInAll('the notice fits a narrow phone, and the keyboard reaches its button', async ({ page }) => {
  await refuseSiteData(page);
  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/create', '/admin']) {
    await page.goto(`${path}?lang=de`);
    const reload = noticeOf(page, de).getByRole('button', { name: de.common.oldTab.reload });
    await expect(reload).toBeVisible();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    const isFocused = () => reload.evaluate((button) => button === document.activeElement);
    for (let n = 0; n < 20 && !(await isFocused()); n += 1) await page.keyboard.press('Tab');
    await expect(reload).toBeFocused();
  }
});

testInAll(
  'a browser that refuses storage alone keeps the draft in the tab, and says so',
  async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('forbidden', 'SecurityError');
          },
        });
    });
    await page.goto('/create?lang=de');
    await expect(page.getByText(de.cookies.storageBlocked.title)).toBeVisible();
    await expect(noticeOf(page, de)).toBeHidden();
    await expectAccessible(page, 'the wizard without storage');
    await toReview(page, de);
    await page.reload();
    await expect(page.getByText(draftOf('de').title).first()).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: de.wizard.terms.title })).toBeVisible();
    await page.reload();
    await expect(page.getByLabel(de.wizard.terms.amount)).toHaveValue('15000');
  },
);
