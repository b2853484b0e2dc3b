import type { NdaView, PaymentIntentView } from '@siegel/contracts/nda/view';
import type TestAgent from 'supertest/lib/agent.js';
import { until } from '#src/platform/testing/until';
import { card, signature, terms } from './samples.js';

/** The calls that Party 1's browser makes. Each function expects success. */

export async function create(browser: TestAgent, changes: object = {}): Promise<string> {
  const { body } = await browser
    .post('/api/ndas')
    .send({ ...terms, ...changes })
    .expect(201);
  return body.id;
}

export async function read(browser: TestAgent, id: string): Promise<NdaView> {
  return (await browser.get(`/api/ndas/${id}`).expect(200)).body;
}

export async function sign(browser: TestAgent, id: string, party: 1 | 2): Promise<NdaView> {
  const mode = party === 1 ? { signatureMode: 'in-person', party1PaysForBoth: false } : {};
  const { body } = await browser
    .post(`/api/ndas/${id}/sign`)
    .send({ partyNumber: String(party), signature: signature(party), ...mode })
    .expect(200);
  return body;
}

export async function openIntent(browser: TestAgent, id: string): Promise<PaymentIntentView> {
  return (
    await browser
      .post(`/api/ndas/${id}/create-payment-intent`)
      .send({ partyNumber: '1', paymentMode: 'split' })
      .expect(200)
  ).body;
}

export async function payByCard(browser: TestAgent, id: string): Promise<NdaView> {
  const { clientSecret, paymentIntentId } = await openIntent(browser, id);
  await browser
    .post(`/api/sandbox/payments/${clientSecret}/confirm`)
    .send(card)
    .expect(200, { status: 'succeeded' });
  return (await browser.post(`/api/ndas/${id}/confirm-payment`).send({ paymentIntentId }).expect(200)).body;
}

/**
 * Makes an NDA that Party 1 has signed and paid for. Party 2 can now be invited, but is not invited yet.
 * @returns the NDA's id
 */
export async function invitable(browser: TestAgent, changes: object = {}): Promise<string> {
  const id = await create(browser, changes);
  await sign(browser, id, 1);
  await payByCard(browser, id);
  return id;
}

export async function invited(browser: TestAgent, changes: object = {}): Promise<string> {
  const id = await invitable(browser, changes);
  await browser.post(`/api/ndas/${id}/initiate-remote-signature`).expect(200);
  return id;
}

export async function signedByBoth(browser: TestAgent, changes: object = {}): Promise<string> {
  const id = await create(browser, changes);
  await sign(browser, id, 1);
  await sign(browser, id, 2);
  return id;
}

/** Waits until the backend is ready. Returns the body of the readiness check's response. */
export const untilReady = (browser: TestAgent): Promise<{ readonly warnings?: readonly string[] }> =>
  until(async () => {
    const { status, body } = await browser.get('/health/ready');
    return status === 200 && body;
  });

export async function untilSent(browser: TestAgent, id: string): Promise<NdaView> {
  await until(async () => (await read(browser, id)).status === 'sent');
  return read(browser, id);
}

export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; size: number; url: string }[];
}

export async function mails(browser: TestAgent): Promise<Mail[]> {
  return (await browser.get('/dev/mailbox/messages').set('host', 'localhost').expect(200)).body;
}
