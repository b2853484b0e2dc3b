import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Page,
} from '@playwright/test';
import { EXAMPLES } from '@siegel/contracts/examples';
import type { TermName } from '@siegel/contracts/nda/term-fields';
import { SAMPLES } from '@siegel/contracts/testing/sample-terms';
import { ownMember } from '@siegel/contracts/own-members';
import { draw, createAgreement, textsOf } from './journey.js';
import { linkTo } from './mailbox.js';
import { collectComplaints } from './test.js';

/** Fills the placeholders of a text of the interface. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(ownMember(values, name) ?? ''));

export async function anotherBrowser(
  browser: Browser,
  complaints: string[],
  settings: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(settings);
  await collectComplaints(context, complaints);
  return context;
}

export interface Invited {
  id: string;
  party1Email: string;
  party2Email: string;
  /** The invitation's link, as the mail contains it. */
  link: string;
  token: string;
}

export const tokenOf = (link: string): string => new URL(link).pathname.split('/')[2] ?? '';

async function post<Answer>(page: Page, path: string, data: object): Promise<Answer> {
  const answer = await page.request.post(path, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

let invitations = 0;

/**
 * Creates an agreement through the API. Party 1 has signed, has paid for both parties and has invited Party
 * 2. No other agreement uses the same mail addresses.
 */
export async function invited(page: Page, other: Partial<Record<TermName, string>> = {}): Promise<Invited> {
  invitations += 1;
  const own = `${Date.now().toString(36)}-${process.pid}-${invitations}@example.org`;
  const [party1Email, party2Email] = [`first-${own}`, `second-${own}`];
  const id = await createAgreement(page, { ...other, party1Email, party2Email });
  const { agreementHash } = await (await page.request.get(`/api/ndas/${id}`)).json();
  const remote = { signatureMode: 'remote', party1PaysForBoth: true, agreementHash };
  await post(page, `/api/ndas/${id}/sign`, { ...EXAMPLES.signNda.party1, ...remote });
  const { clientSecret, paymentIntentId } = await post<{ clientSecret: string; paymentIntentId: string }>(
    page,
    `/api/ndas/${id}/create-payment-intent`,
    EXAMPLES.createPaymentIntent.party1,
  );
  const { succeeds } = EXAMPLES.confirmSandboxPayment;
  await post(page, `/api/sandbox/payments/${clientSecret}/confirm`, succeeds);
  await post(page, `/api/ndas/${id}/confirm-payment`, { paymentIntentId });
  const link = await linkTo(page.request, party2Email, 'sign');
  return { id, party1Email, party2Email, link, token: tokenOf(link) };
}

/** Signs for Party 2 through the API. */
export async function signedByLink(request: APIRequestContext, token: string): Promise<void> {
  const data = EXAMPLES.signByLink.drawn;
  const answer = await request.post(`/api/remote-signature/${token}/sign`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
}

const { remote, 'remote-later': later } = textsOf('de');
export const party2Pad = (page: Page) => page.getByRole('region', { name: later.sign.region });
export const reviewTitle = filled(remote.review.title, { party1: SAMPLES.de.party1Name });

/** Opens the invitation's link and goes on to the signature pad. */
export async function toPad(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: remote.review.toSign }).click();
  await expect(party2Pad(page)).toBeVisible();
}

/** Opens the invitation's link, goes on to the signature pad and draws, but does not sign. */
export async function drawAt(page: Page, link: string): Promise<void> {
  await toPad(page, link);
  await draw(page, party2Pad(page));
}
