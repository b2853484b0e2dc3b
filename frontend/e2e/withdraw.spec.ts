import { readFile } from 'node:fs/promises';
import { LANGUAGES } from '@siegel/contracts/enums';
import { expectAccessible } from './axe.js';
import { textsOf } from './journey.js';
import { mailsTo } from './mailbox.js';
import { expect, test, testInAll } from './test.js';
import { sampledUnlessAll } from './sampled.js';

const address = (): string =>
  `grace-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 6)}@example.org`;

for (const language of sampledUnlessAll(LANGUAGES))
  test(`a person withdraws from a contract, from the footer to the receipt (${language})`, async ({
    page,
    request,
  }) => {
    const { withdrawal: words, documents } = textsOf(language);
    const email = address();
    await page.goto(`/faq?lang=${language}`);
    await page.getByRole('contentinfo').getByRole('link', { name: documents.footer.withdraw }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);
    await expect(page.getByLabel(words.name, { exact: true })).toBeVisible();
    await expectAccessible(page, 'the form');

    await page.getByRole('button', { name: words.next }).click();
    await expect(page.getByLabel(words.name, { exact: true })).toBeFocused();
    await expect(page.locator('.field-error')).toHaveCount(3);
    await expectAccessible(page, 'the form with what is missing');

    await page.getByLabel(words.name, { exact: true }).fill('Grace Hopper');
    await page.getByLabel(words.email).fill(email);
    await page.getByLabel(words.reference).fill('S-MZXW6YTBOI');
    await page.getByLabel(words.message).fill('Zweimal bestellt.\nBitte nur eine.');
    await page.getByRole('button', { name: words.next }).click();
    await expect(page.getByRole('heading', { level: 1, name: words.review.title })).toBeFocused();
    await expect(page.locator('main')).toContainText('Zweimal bestellt.');
    await expectAccessible(page, 'the repetition');

    // Press the browser's own back button, then its forward button.
    await page.goBack();
    await expect(page.getByLabel(words.email)).toHaveValue(email);
    await page.goForward();
    await page.reload();
    await expect(page.locator('main')).toContainText(email);

    await page.getByRole('button', { name: words.review.confirm }).dblclick();
    // If the response was fast, the second click lands on the receipt page and takes the focus from the
    // heading. So check only that the heading is visible.
    await expect(page.getByRole('heading', { level: 1, name: words.done.title })).toBeVisible();
    const number = await page
      .locator('main')
      .getByText(/^W-[A-Z2-7]{10}$/)
      .textContent();
    await expect(page.locator('main')).toContainText(words.done.lead.replace('{{email}}', email));
    await expectAccessible(page, 'the receipt');
    expect(await page.context().cookies()).toEqual([]);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: words.done.save }).press('Enter');
    const file = await download;
    expect(file.suggestedFilename()).toBe(`${words.file.name}-${number}.txt`);
    const saved = await readFile(await file.path(), 'utf8');
    for (const part of [words.file.title, String(number), 'Grace Hopper', email, 'Bitte nur eine.'])
      expect(saved).toContain(part);

    const sent = async () => (await mailsTo(request, email)).map(({ subject, text }) => ({ subject, text }));
    await expect
      .poll(sent)
      .toEqual([
        { subject: expect.stringContaining(String(number)), text: expect.stringContaining('S-MZXW6YTBOI') },
      ]);
    for (const { text } of await sent()) expect(text).not.toMatch(/Grace|Hopper|Zweimal/);
  });

testInAll(
  'without a connection nothing is lost, and the same withdrawal goes out later',
  async ({ page, context }) => {
    const { withdrawal: words } = textsOf('de');
    await page.goto('/withdraw#order=S-K5XG2ZLDMU');
    await expect(page.getByLabel(words.reference)).toHaveValue('S-K5XG2ZLDMU');
    await page.getByLabel(words.name, { exact: true }).fill('Grace Hopper');
    await page.getByLabel(words.email).fill(address());
    await page.getByRole('button', { name: words.next }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.review.title);
    await context.setOffline(true);
    await page.getByRole('button', { name: words.review.confirm }).click();
    await expect(page.getByRole('alert').filter({ hasText: words.failed.unknownTitle })).toBeVisible();
    await expectAccessible(page, 'the repetition after a failure');
    await context.setOffline(false);
    await page.getByRole('button', { name: words.review.confirm }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.done.title);
  },
);

testInAll('is led to from pages behind links of mails too', async ({ page }) => {
  for (const path of ['/sign/no-such-token', '/dispute/no-such-token']) {
    await page.goto(path);
    await expect(
      page.getByRole('contentinfo').getByRole('link', { name: 'Vertrag widerrufen' }),
    ).toBeVisible();
  }
});
