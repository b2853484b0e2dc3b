import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { CONSENT } from '@siegel/contracts/agreement/consent';
import { reasonIn } from '@siegel/contracts/verification/reasons';
import { expectAccessible } from './axe.js';
import { type Draft, draftOf, fillIdea, fillTerms, sign, textsOf } from './journey.js';
import { mailsTo, sentPdf } from './mailbox.js';
import { chooseEnglish } from './language.js';
import { expect, test } from './test.js';

const sample = draftOf('de');
const draft: Draft = {
  ...sample,
  party1: { ...sample.party1, email: `katharina-verify-${Date.now().toString(36)}@example.org` },
  party2: { name: 'Thomas Łukasiewicz', email: 'thomas-verify@example.org' },
};

/**
 * Completes an agreement in German and returns the PDF from its mail. The page then shows the last step of
 * the wizard.
 */
async function makeDocument(page: Page): Promise<Buffer> {
  const texts = textsOf('de');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.goto('/create?lang=de');
  await fillIdea(page, texts, draft);
  await press(texts.wizard.idea.continue);
  await fillTerms(page, texts);
  await press(texts.wizard.terms.continue);
  await press(texts.wizard.review.confirm);
  await sign(page, texts, 1);
  await sign(page, texts, 2);
  await press(texts.finish.due.button);
  await page.getByLabel(texts.payment.number).fill('4242424242424242');
  await page.getByLabel(texts.payment.expiry).fill('1230');
  await page.getByLabel(texts.payment.cvc).fill('123');
  await page.getByLabel(CONSENT.de.earlyPerformance).check();
  await press(CONSENT.de.pay);
  await expect(page.getByRole('heading', { level: 1, name: texts.finish.sent.title })).toBeVisible();
  await expect.poll(async () => (await mailsTo(page.request, draft.party1.email)).length).toBe(2);
  return sentPdf(page.request, draft.party1.email);
}

/** Flips one bit in the compressed part of the PDF. */
function withOneByteChanged(pdf: Buffer): Buffer {
  const changed = Buffer.from(pdf);
  const at = Math.floor(pdf.length / 4);
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
  return changed;
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'application/pdf', buffer });

test('a sealed document is authentic, an altered one is not, and other files get no verdict', async ({
  page,
}) => {
  const de = textsOf('de').verification;
  const en = textsOf('en').verification;
  const verdict = (name: string) => page.getByRole('heading', { level: 2, name: name });
  const pdf = await makeDocument(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: textsOf('de').finish.sent.download }).click(),
  ]);
  expect(readFileSync(await download.path()).equals(pdf), 'the download is the attachment').toBe(true);

  await page
    .getByRole('main')
    .getByRole('link', { name: textsOf('de').finish.sent.verifyLink })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: de.title })).toBeVisible();
  await choose(page, 'vereinbarung.pdf', pdf);
  await expect(verdict(de.authentic.title)).toBeFocused();
  for (const { name } of [draft.party1, draft.party2])
    await expect(page.getByText(name, { exact: true })).toBeVisible();
  await expect(page.getByText(reasonIn('de', 'record_found').message)).toBeVisible();
  await expect(page.getByRole('button', { name: de.facts.copyNumber })).toBeVisible();
  await expectAccessible(page, 'an authentic document');
  await chooseEnglish(page);
  await expect(verdict(en.authentic.title)).toBeVisible();
  await expect(page.getByText(reasonIn('en', 'record_found').message)).toBeVisible();

  await page.getByRole('button', { name: en.another }).click();
  await choose(page, 'changed.pdf', withOneByteChanged(pdf));
  await expect(verdict(en.altered.title)).toBeFocused();
  await expect(page.getByText(reasonIn('en', 'content_changed').message)).toBeVisible();
  await expect(page.getByText(draft.party1.name)).toHaveCount(0);
  await expectAccessible(page, 'an altered document');

  await page.getByRole('button', { name: en.another }).click();
  await choose(page, 'foreign.pdf', Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'));
  await expect(verdict(en.unknown.title)).toBeFocused();
  await expectAccessible(page, 'an unknown file');
});

test('a file that cannot be our document stays in the browser; the keyboard suffices', async ({
  page,
  request,
}) => {
  const de = textsOf('de').verification;
  let asked = 0;
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/verify')) asked += 1;
  });
  // Start to listen before the key is pressed. Only then does the browser leave the file dialog to the test.
  const chosen = page.waitForEvent('filechooser');
  await page.goto('/verify?lang=de');
  const input = page.getByLabel(de.drop.choose);
  await choose(page, 'notizen.pdf', Buffer.from('Nur ein Text.'));
  await expect(page.getByText(de.refused.notPdf.title)).toBeVisible();
  await expect(input).toBeFocused();
  await expectAccessible(page, 'a refused file');
  await choose(page, 'scan.pdf', Buffer.alloc(10_000_001, '%PDF-1.7 '));
  await expect(page.getByText(de.refused.tooLarge.title.replace('{{megabytes}}', '10'))).toBeVisible();
  expect(asked).toBe(0);
  await expect(input).toBeFocused();
  await page.keyboard.press('Enter');
  expect((await chosen).isMultiple()).toBe(false);

  // The service gives the same verdict if the text is sent to it directly and not through the page.
  const answer = await request.post('/api/verify', {
    headers: { 'content-type': 'application/pdf' },
    data: Buffer.from('Nur ein Text.'),
  });
  expect(await answer.json()).toMatchObject({ verdict: 'unknown', reasons: [{ code: 'not_a_pdf' }] });
});

test('without a connection the file is kept, and a second try succeeds', async ({ page, context }) => {
  await page.goto('/verify?lang=de');
  await expect(page.locator('input[type="file"]')).toBeAttached();
  await context.setOffline(true);
  await choose(page, 'vereinbarung.pdf', Buffer.from('%PDF-1.4\n%%EOF\n'));
  await expect(page.getByRole('button', { name: 'Erneut versuchen' })).toBeFocused();
  await expectAccessible(page, 'a check without a connection');
  await context.setOffline(false);
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('heading', { level: 2, name: textsOf('de').verification.unknown.title }),
  ).toBeFocused();
});
