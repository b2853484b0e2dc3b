import type { APIRequestContext, Page } from '@playwright/test';
import { CONSENT } from '@siegel/contracts/agreement/consent';
import type { Language } from '@siegel/contracts/enums';
import { validationMessage } from '@siegel/contracts/validation-messages';
import { expectAccessible } from './axe.js';
import {
  type Draft,
  draftOf,
  fillIdea,
  fillTerms,
  issueVoucher,
  pad,
  sign,
  type Texts,
  textsOf,
} from './journey.js';
import { expectSignedPdf, sentPdf } from './mailbox.js';
import { expect, test } from './test.js';

type Pay = (page: Page, request: APIRequestContext, language: Language) => Promise<void>;

/** Each run and each language has its own mail addresses. */
const ownDraft = (language: Language): Draft => {
  const run = Date.now().toString(36);
  const sample = draftOf(language);
  return {
    ...sample,
    party1: { ...sample.party1, email: `first-${run}-${language}@example.org` },
    party2: { name: 'Thomas Łukasiewicz', email: `second-${run}-${language}@example.org` },
  };
};

const payByCard: Pay = async (page, _request, language) => {
  const { payment } = textsOf(language);
  await page.getByLabel(payment.number).fill('4000000000000002');
  await page.getByLabel(payment.expiry).fill('1230');
  await page.getByLabel(payment.cvc).fill('123');
  await page.getByLabel(CONSENT[language].earlyPerformance).check();
  await page.getByRole('button', { name: CONSENT[language].pay }).click();
  await expect(page.getByText(payment.failureTitle)).toBeVisible();
  await page.getByLabel(payment.number).fill('4242424242424242');
  await page.getByRole('button', { name: CONSENT[language].pay }).click();
};

const payByVoucher: Pay = async (page, request, language) => {
  const { payment } = textsOf(language);
  const code = await issueVoucher(request);
  await page.getByRole('tab', { name: payment.voucher }).click();
  await page.getByRole('button', { name: payment.redeem }).click();
  await expect(page.getByText(validationMessage('validation.voucher', language))).toBeVisible();
  await page.getByLabel(payment.code).fill(code.toLowerCase());
  await expect(page.getByLabel(payment.code)).toHaveValue(code);
  await page.getByRole('button', { name: payment.redeem }).click();
};

/**
 * Opens the verification page through the link in the last step, and checks the document from the mail there.
 * Expects the verdict that the document is authentic.
 */
async function verifiedAsAuthentic(page: Page, buffer: Buffer, texts: Texts): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: texts.finish.sent.verifyLink }).click();
  const file = { name: 'agreement.pdf', mimeType: 'application/pdf', buffer };
  await page.locator('input[type="file"]').setInputFiles(file);
  const verdict = texts.verification.authentic.title;
  await expect(page.getByRole('heading', { level: 2, name: verdict })).toBeFocused();
}

async function journey(page: Page, request: APIRequestContext, language: Language, pay: Pay): Promise<void> {
  const texts = textsOf(language);
  const { wizard, signing, finish } = texts;
  const draft = ownDraft(language);
  const heading = (name: string) => page.getByRole('heading', { level: 1, name: name });

  // Step 1: each empty field reports its error, and the first empty field gets the focus. A reload keeps the
  // typed data.
  await page.goto(`/create?lang=${language}`);
  await page.getByRole('button', { name: wizard.idea.continue }).click();
  await expect(page.getByLabel(wizard.idea.ideaTitle)).toBeFocused();
  await expect(page.getByText(validationMessage('validation.title.min', language)).first()).toBeVisible();
  await fillIdea(page, texts, draft);
  await expectAccessible(page, `step 1 in ${language}`);
  await page.reload();
  await expect(page.getByLabel(wizard.idea.ideaTitle)).toHaveValue(draft.title);
  await expect(page.getByRole('complementary').getByText(draft.title).first()).toBeVisible();
  await page.getByRole('button', { name: wizard.idea.continue }).click();

  // Step 2
  await expect(heading(wizard.terms.title)).toBeVisible();
  await fillTerms(page, texts);
  await expect(page.getByRole('radio', { name: wizard.terms.languages.de })).toBeChecked();
  await page.getByRole('radio', { name: wizard.terms.languages[language] }).check();
  await expectAccessible(page, `step 2 in ${language}`);
  await page.reload();
  await expect(page.getByLabel(wizard.terms.amount)).toHaveValue('15000');
  await page.getByRole('button', { name: wizard.terms.continue }).click();

  // Step 3
  await expect(heading(wizard.review.title)).toBeVisible();
  await page.reload();
  await expect(heading(wizard.review.title)).toBeVisible();
  await expect(page.getByRole('article')).toContainText(language === 'de' ? '15.000' : '15,000');
  await expectAccessible(page, `step 3 in ${language}`);
  await page.getByRole('button', { name: wizard.review.confirm }).click();

  // Step 4: the page's address contains the NDA's id. Party 2 can sign only after Party 1.
  await expect(page).toHaveURL(/\/nda\/[0-9a-f-]{36}(?:\?lang=en)?$/);
  await expect(page.getByText(signing.party1First)).toBeVisible();
  await expectAccessible(page, `step 4 in ${language}`);
  await sign(page, texts, 1);
  await page.reload();
  await expect(pad(page, texts, 1).getByText(signing.signed, { exact: true })).toBeVisible();
  await expectAccessible(page, `step 4, Party 2 in ${language}`);
  await sign(page, texts, 2);

  // Step 5
  await expect(heading(finish.due.title)).toBeVisible();
  await page.reload();
  await expect(heading(finish.due.title)).toBeVisible();
  await expectAccessible(page, `step 5 in ${language}`);
  await page.getByRole('button', { name: finish.due.button }).click();
  await expect(page.getByRole('dialog')).toContainText(language === 'de' ? '1,99' : '€1.99');
  await expect(page.getByLabel(texts.payment.number)).toBeFocused();
  await expectAccessible(page, `payment in ${language}`);
  await pay(page, request, language);
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.reload();
  await expect(heading(finish.sent.title)).toBeVisible();
  await expectAccessible(page, `the end in ${language}`);

  await expectSignedPdf(request, draft.party1.email);
  await expectSignedPdf(request, draft.party2.email);
  await verifiedAsAuthentic(page, await sentPdf(request, draft.party1.email), texts);
  expect(await page.evaluate(() => localStorage.getItem('nda-form-state'))).toBeNull();
}

test('Deutsch: von /create bis zu beiden E-Mails, mit Karte bezahlt', ({ page, request }) =>
  journey(page, request, 'de', payByCard));

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' });
  test('English: from /create to both mails, paid with a voucher', ({ page, request }) =>
    journey(page, request, 'en', payByVoucher));
});
