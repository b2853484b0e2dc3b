import { readFileSync } from 'node:fs';
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { Language } from '@siegel/contracts/enums';
import { EXAMPLES } from '@siegel/contracts/examples';
import type { TermName } from '@siegel/contracts/nda/term-fields';
import { SAMPLES } from '@siegel/contracts/testing/sample-terms';
import type admin from '../src/locales/de/admin.json';
import type agreement from '../src/locales/de/agreement.json';
import type common from '../src/locales/de/common.json';
import type cookies from '../src/locales/de/cookies.json';
import type documents from '../src/locales/de/documents.json';
import type finish from '../src/locales/de/finish.json';
import type home from '../src/locales/de/home.json';
import type invitation from '../src/locales/de/invitation.json';
import type links from '../src/locales/de/links.json';
import type payment from '../src/locales/de/payment.json';
import type replay from '../src/locales/de/replay.json';
import type remote from '../src/locales/de/remote.json';
import type remoteLater from '../src/locales/de/remote-later.json';
import type signingPage from '../src/locales/de/signing-page.json';
import type signing from '../src/locales/de/signing.json';
import type verification from '../src/locales/de/verification.json';
import type withdrawal from '../src/locales/de/withdrawal.json';
import type wizard from '../src/locales/de/wizard.json';

/**
 * The types of the members come from the text files themselves, so a test that uses an unknown key does not
 * compile.
 */
export interface Texts {
  admin: typeof admin;
  common: typeof common;
  cookies: typeof cookies;
  documents: typeof documents;
  wizard: typeof wizard;
  signing: typeof signing;
  'signing-page': typeof signingPage;
  agreement: typeof agreement;
  payment: typeof payment;
  finish: typeof finish;
  verification: typeof verification;
  home: typeof home;
  invitation: typeof invitation;
  remote: typeof remote;
  replay: typeof replay;
  'remote-later': typeof remoteLater;
  links: typeof links;
  withdrawal: typeof withdrawal;
}

const load = (language: Language, name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../src/locales/${language}/${name}.json`, import.meta.url), 'utf8'));

/** Returns the exact texts of the interface, so that a test looks for the words that a person reads. */
export function textsOf(language: Language): Texts {
  return Object.fromEntries(
    [
      'admin',
      'common',
      'wizard',
      'signing',
      'signing-page',
      'cookies',
      'agreement',
      'payment',
      'finish',
      'verification',
      'home',
      'replay',
      'documents',
      'invitation',
      'remote',
      'links',
      'remote-later',
      'withdrawal',
    ].map((name) => [name, load(language, name)]),
  ) as unknown as Texts;
}

export interface Draft {
  title: string;
  description: string;
  party1: { name: string; email: string };
  party2: { name: string; email: string };
}

/**
 * The sample draft as a test types it. Its description is one paragraph, because the preview marks each
 * paragraph separately.
 */
export function draftOf(language: Language): Draft {
  const { ideaTitle, ideaDescription, party1Name, party1Email, party2Name, party2Email } = SAMPLES[language];
  return {
    title: ideaTitle,
    description: ideaDescription.split('\n')[0] ?? '',
    party1: { name: party1Name, email: party1Email },
    party2: { name: party2Name, email: party2Email },
  };
}

export async function fillIdea(page: Page, { wizard }: Texts, draft: Draft): Promise<void> {
  await page.getByLabel(wizard.idea.ideaTitle).fill(draft.title);
  await page.getByLabel(wizard.idea.description, { exact: true }).fill(draft.description);
  for (const [index, party] of [draft.party1, draft.party2].entries()) {
    await page.getByLabel(wizard.idea.name, { exact: true }).nth(index).fill(party.name);
    await page.getByLabel(wizard.idea.email).nth(index).fill(party.email);
  }
}

export async function fillTerms(page: Page, { wizard }: Texts): Promise<void> {
  await page.getByLabel(wizard.terms.duration, { exact: true }).selectOption('3y');
  await page.getByLabel(wizard.terms.scope).selectOption('eu');
  await page.getByLabel(wizard.terms.penalty).selectOption('custom');
  await page.getByLabel(wizard.terms.amount).fill('15000');
}

/** Goes from the first form of the wizard to step 4. */
export async function confirmed(page: Page, texts: Texts, draft: Draft): Promise<void> {
  const { idea, terms, review } = texts.wizard;
  const press = (name = ''): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  await page.goto('/create?lang=de');
  await fillIdea(page, texts, draft);
  await press(idea.continue);
  await fillTerms(page, texts);
  await press(terms.continue);
  await press(review.confirm);
  await expect(page).toHaveURL(/\/nda\//);
}

export const pad = (page: Page, { signing }: Texts, party: 1 | 2): Locator =>
  page.getByRole('region', { name: signing.region[party] });

/** Draws a few strokes with the mouse, as a hand would. */
export async function draw(page: Page, card: Locator): Promise<void> {
  const canvas = card.locator('canvas');
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('The pad is not on the screen.');
  for (const stroke of [0, 1]) {
    const left = box.x + 70 + stroke * 110;
    const middle = box.y + box.height * 0.55;
    await page.mouse.move(left, middle);
    await page.mouse.down();
    for (let step = 1; step <= 16; step += 1)
      await page.mouse.move(left + step * 6, middle + Math.sin(step * 0.9 + stroke) * 34);
    await page.mouse.up();
  }
}

export async function sign(page: Page, texts: Texts, party: 1 | 2): Promise<void> {
  const card = pad(page, texts, party);
  const button = card.getByRole('button', { name: texts.signing.sign });
  await expect(button).toBeDisabled();
  await draw(page, card);
  await expect(button).toBeEnabled();
  await button.click();
  const signed = card.getByText(texts.signing.signed, { exact: true });
  // After the second signature, the wizard goes to the next screen automatically. On a busy machine, the next
  // screen may appear before the test sees the signed card.
  const next = page.getByRole('button', { name: texts.finish.due.button });
  await expect(party === 1 ? signed : signed.or(next)).toBeVisible();
}

/** Creates an agreement through the API. Nobody has signed it. */
export async function createAgreement(
  page: Page,
  other: Partial<Record<TermName, string>> = {},
): Promise<string> {
  const answer = await page.request.post('/api/ndas', { data: { ...SAMPLES.de, ...other } });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).id;
}

/** Stores the step at which the wizard continues the next time it is opened. */
const keepStep = (
  page: Page,
  currentStep: number,
  ndaId: string,
  other: Partial<Record<TermName, string>> = {},
) =>
  page.evaluate((state) => localStorage.setItem('nda-form-state', JSON.stringify(state)), {
    currentStep,
    ndaId,
    formData: { ...SAMPLES.de, ...other, penalty: 'custom', penaltyAmount: '15000' },
  });

/**
 * Opens a step of an agreement. Each step gets a different address here. At an unchanged address, the browser
 * would return to the step that it remembers.
 */
export async function openStep(
  page: Page,
  step: 2 | 3 | 4,
  id: string,
  other: Partial<Record<TermName, string>> = {},
): Promise<void> {
  await keepStep(page, step, id, other);
  await page.goto(`/nda/${id}?step=${step}`);
  await expect(page.locator('[aria-current="step"]')).toContainText(textsOf('de').wizard.steps[step]);
}

/** Signs for both parties through the API. */
export async function signedByBoth(page: Page, id: string): Promise<void> {
  const { agreementHash } = await (await page.request.get(`/api/ndas/${id}`)).json();
  for (const party of [EXAMPLES.signNda.party1, EXAMPLES.signNda.party2]) {
    const data = { ...party, agreementHash };
    const answer = await page.request.post(`/api/ndas/${id}/sign`, { data });
    expect(answer.status(), await answer.text()).toBe(200);
  }
}

/** The password with which the test command starts the backend. */
export const adminPassword = (): string => process.env.E2E_ADMIN_PASSWORD ?? 'admin-password-of-the-tests';

/** Issues a voucher through the API, as the admin. */
export async function issueVoucher(request: APIRequestContext): Promise<string> {
  expect(
    (await request.post('/api/admin/login', { data: { password: adminPassword() } })).ok(),
    'admin login',
  ).toBe(true);
  const response = await request.post('/api/admin/vouchers', { data: {} });
  expect(response.status(), 'a voucher').toBe(201);
  return ((await response.json()) as { code: string }).code;
}
