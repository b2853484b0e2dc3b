import type { BrowserContext, Page } from '@playwright/test';
import { CONSENT } from '@siegel/contracts/agreement/consent';
import type { Language } from '@siegel/contracts/enums';
import { expectAccessible } from './axe.js';
import { anotherBrowser, filled } from './invited.js';
import { confirmed, type Draft, draftOf, draw, createAgreement, pad, textsOf } from './journey.js';
import { expectSignedPdf, linkTo } from './mailbox.js';
import { expect, test } from './test.js';

/** Each run has its own mail addresses. */
function ownDraft(language: Language): Draft {
  const run = `${Date.now().toString(36)}-${language}`;
  const sample = draftOf(language);
  return {
    ...sample,
    party1: { ...sample.party1, email: `far-first-${run}@example.org` },
    party2: { ...sample.party2, email: `far-second-${run}@example.org` },
  };
}

async function payByCard(page: Page, language: Language): Promise<void> {
  const { payment } = textsOf(language);
  await page.getByLabel(payment.number).fill('4242424242424242');
  await page.getByLabel(payment.expiry).fill('1230');
  await page.getByLabel(payment.cvc).fill('123');
  await page.getByLabel(CONSENT[language].earlyPerformance).check();
  await page.getByRole('button', { name: CONSENT[language].pay }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Begins at step 4 of the wizard. Party 1 signs, pays and invites Party 2. */
async function invited(page: Page, language: Language, paysForBoth: boolean): Promise<void> {
  const texts = textsOf(language);
  const { signing, invitation } = texts;
  await page.getByRole('radio', { name: signing.mode.remote }).check();
  const amount = (cents: '1.99' | '3.98') => (language === 'de' ? cents.replace('.', ',') : cents);
  const payer = page.getByRole('radio', { name: new RegExp(amount(paysForBoth ? '3.98' : '1.99')) });
  await payer.check();
  const card = pad(page, texts, 1);
  await draw(page, card);
  await card.getByRole('button', { name: signing.sign }).click();
  const pay = page.getByRole('button', { name: signing.lines.payButton });
  await expect(pay).toBeVisible();
  await expectAccessible(page, `step 4, unpaid, in ${language}`);
  await pay.click();
  await payByCard(page, language);
  await expect(page.getByText(invitation.status.waiting)).toBeVisible();
  await expectAccessible(page, `step 4, invited, in ${language}`);
}

/** Party 2 opens the link from the mail in its own browser, and signs. */
async function signedFarAway(
  context: BrowserContext,
  link: string,
  draft: Draft,
  language: Language,
): Promise<Page> {
  const { remote, 'remote-later': later, signing } = textsOf(language);
  const names = { party1: draft.party1.name, party2: draft.party2.name };
  const page = await context.newPage();
  const heading = (text: string) => page.getByRole('heading', { level: 1, name: filled(text, names) });
  await page.goto(link);
  await expect(heading(remote.review.title)).toBeVisible();
  await expectAccessible(page, `the remote page in ${language}`);
  const toPayment = page.getByRole('button', { name: remote.review.toPayment });
  await expect(toPayment.or(page.getByRole('button', { name: remote.review.toSign }))).toBeVisible();
  if (await toPayment.isVisible()) {
    await toPayment.click();
    await payByCard(page, language);
  } else await page.getByRole('button', { name: remote.review.toSign }).click();
  await expect(heading(later.sign.title)).toBeVisible();
  await draw(page, page.getByRole('region', { name: later.sign.region }));
  await page.getByRole('button', { name: signing.sign }).click();
  await expect(heading(later.done.title)).toBeVisible();
  await expect(page.getByRole('link', { name: later.done.download })).toBeVisible();
  await expectAccessible(page, `the remote page, done, in ${language}`);
  return page;
}

test('Deutsch: zwei Personen, zwei Browser, Partei 1 zahlt für beide', async ({
  page,
  request,
  browser,
  complaints,
}) => {
  const draft = ownDraft('de');
  const { finish } = textsOf('de');
  await confirmed(page, textsOf('de'), draft);
  await invited(page, 'de', true);
  await page.reload();
  const link = await linkTo(request, draft.party2.email, 'sign');
  await signedFarAway(await anotherBrowser(browser, complaints), link, draft, 'de');
  await expect(page.getByRole('heading', { level: 1, name: finish.sent.title })).toBeVisible({
    timeout: 30_000,
  });
  await expectSignedPdf(request, draft.party1.email);
  await expectSignedPdf(request, draft.party2.email);
});

test('English: two people, two browsers, each pays a share', async ({
  page,
  request,
  browser,
  complaints,
}) => {
  const draft = ownDraft('en');
  await page.goto('/?lang=en');
  const terms = {
    language: 'en',
    ideaTitle: draft.title,
    ideaDescription: draft.description,
    party1Name: draft.party1.name,
    party1Email: draft.party1.email,
    party2Name: draft.party2.name,
    party2Email: draft.party2.email,
  };
  const id = await createAgreement(page, terms);
  await page.goto(`/nda/${id}?lang=en`);
  await invited(page, 'en', false);
  const link = await linkTo(request, draft.party2.email, 'sign');
  const far = await signedFarAway(await anotherBrowser(browser, complaints), link, draft, 'en');
  await far.reload();
  await expect(
    far.getByRole('heading', { level: 1, name: textsOf('en')['remote-later'].done.title }),
  ).toBeVisible();
  await expectSignedPdf(request, draft.party1.email);
  await expectSignedPdf(request, draft.party2.email);
});
