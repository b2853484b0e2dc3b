import { HtmlValidate } from 'html-validate/node';
import { HTML_RULES } from '../src/testing/html-rules.js';
import { HIDDEN, PUBLIC } from './addresses.js';
import { expectAccessible } from './axe.js';
import { expect, test } from './test.js';
import { sampledUnlessAll } from './sampled.js';

const validator = new HtmlValidate(HTML_RULES);
/** Returns the violations of the HTML standard in the HTML of a page that the browser has built. */
const problemsOf = (html: string): string[] =>
  validator
    .validateStringSync(html)
    .results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`));

for (const colorScheme of sampledUnlessAll(['light', 'dark'] as const)) {
  test.describe(`in the ${colorScheme} scheme`, () => {
    test.use({ colorScheme });

    test('each page is accessible, has its pictures and says whether search engines may list it', async ({
      page,
    }) => {
      const language = colorScheme === 'light' ? 'de' : 'en';
      for (const path of sampledUnlessAll([...PUBLIC, ...HIDDEN], 3)) {
        await page.goto(`${path}?lang=${language}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page, `${path} in ${language}`);
        expect(problemsOf(await page.content()), path).toEqual([]);
        const listed = PUBLIC.includes(path);
        await expect(page.locator('meta[name="robots"]')).toHaveAttribute(
          'content',
          listed ? 'index, follow' : 'noindex, nofollow',
        );
        await expect(page.locator('link[rel="canonical"]')).toHaveCount(listed ? 1 : 0);
        await expect(page.locator('link[rel="alternate"]')).toHaveCount(listed ? 3 : 0);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        // The build omits the drawings of unused icons. An empty icon means that the build omitted the
        // drawing of a used icon.
        await expect(page.locator('svg:empty')).toHaveCount(0);
      }
    });
  });
}
