import type { Browser, Page } from '@playwright/test';
import { LANGUAGES, type Language } from '@siegel/contracts/enums';
import { VERIFY_MAX_BYTES } from '@siegel/contracts/limits';
import { PAGES } from '@siegel/contracts/pages';
import { HIDDEN, NOWHERE, PUBLIC } from './addresses.js';
import { draftOf, fillIdea, textsOf } from './journey.js';
import { expect, test } from './test.js';
import { sampledUnlessLong } from './sampled.js';

/**
 * Returns the lines of text that a page shows. First opens every `details` element. If `isTurned` is true, it
 * also turns all cards to their back.
 */
async function wordsOf(page: Page, isTurned = false): Promise<string[]> {
  const text = await page.evaluate((turned) => {
    for (const details of document.querySelectorAll('details')) {
      // Remove the name, because the browser keeps only one of several `details` with the same name open.
      details.removeAttribute('name');
      details.open = true;
    }
    if (turned) for (const card of document.querySelectorAll<HTMLElement>('.flip-card-button')) card.click();
    return (document.querySelector('main') as HTMLElement).innerText;
  }, isTurned);
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

async function wordsWithoutScripts(
  browser: Browser,
  baseURL: string | undefined,
  address: string,
): Promise<string[]> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL === undefined ? {} : { baseURL }),
  });
  const page = await context.newPage();
  await page.goto(address);
  const words = await wordsOf(page);
  await context.close();
  return words;
}

/**
 * Returns two lists: the words of controls that need scripts, and the words that the page shows instead
 * without scripts.
 */
const differing = (language: Language): { with: string[]; without: string[] } => {
  const { common, home, verification, withdrawal } = textsOf(language);
  const megabytes = String(VERIFY_MAX_BYTES / 1_000_000);
  return {
    with: [
      home.process.hint,
      home.process.more,
      home.process.turnBack,
      verification.drop.here,
      verification.drop.choose,
      verification.drop.hint.replace('{{megabytes}}', megabytes),
      withdrawal.name,
      withdrawal.email,
      withdrawal.reference,
      withdrawal.referenceHint,
      `${withdrawal.message} (${common.optional})`,
      withdrawal.next,
    ],
    without: [
      verification.noScript.title,
      verification.noScript.text,
      withdrawal.noScript.title,
      withdrawal.noScript.text,
    ],
  };
};

for (const language of sampledUnlessLong(LANGUAGES))
  test(`a public page shows the same words without scripts (${language})`, async ({
    page,
    browser,
    baseURL,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const only = differing(language);
    for (const path of PUBLIC) {
      const address = `${path}?lang=${language}`;
      await page.goto(address);
      if (path === PAGES.verify.path) await expect(page.locator('input[type="file"]')).toBeAttached();
      if (path === PAGES.withdraw.path) await expect(page.locator('main form')).toBeAttached();
      const shown = await wordsOf(page);
      const turned = path === PAGES.home.path ? await turnedWords(page) : [];
      const without = await wordsWithoutScripts(browser, baseURL, address);
      const all = [...new Set([...shown, ...turned])].filter((line) => !only.with.includes(line));
      expect(all.length, path).toBeGreaterThan(5);
      expect([...new Set(without)].filter((line) => !only.without.includes(line)).sort(), path).toEqual(
        all.sort(),
      );
    }
  });

for (const language of sampledUnlessLong(LANGUAGES.toReversed()))
  test(`without scripts, a page that needs them says so and shows nothing else (${language})`, async ({
    browser,
    baseURL,
  }) => {
    const { needsScript } = textsOf(language).documents;
    for (const path of HIDDEN.filter((each) => each !== NOWHERE)) {
      const words = await wordsWithoutScripts(browser, baseURL, `${path}?lang=${language}`);
      expect(words, path).toEqual([needsScript.title, needsScript.text]);
    }
  });

async function turnedWords(page: Page): Promise<string[]> {
  await wordsOf(page, true);
  await expect(page.locator('.flip-card-front').last()).toBeHidden();
  return wordsOf(page);
}

async function expectInUse(page: Page): Promise<void> {
  for (const path of PUBLIC) {
    await page.goto(`${path}?lang=de`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  const texts = textsOf('de');
  await page.goto('/create?lang=de');
  await fillIdea(page, texts, draftOf('de'));
  await page.getByRole('button', { name: texts.wizard.idea.continue, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: texts.wizard.terms.title })).toBeVisible();
}

test('without storage, pages and the wizard work and report no errors', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('forbidden', 'SecurityError');
        },
      });
  });
  await expectInUse(page);
});

test('without fonts, pages and the wizard work and report no errors', async ({ page }) => {
  let asked = 0;
  await page.route('**/*.woff2', (route) => {
    asked += 1;
    return route.abort('blockedbyclient');
  });
  await expectInUse(page);
  expect(asked).toBeGreaterThan(2);
});
