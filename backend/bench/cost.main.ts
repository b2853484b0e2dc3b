import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Received, smtpServer } from '@siegel/backend/mail/testing/smtp-server';
import { card, signature, terms } from '../testing/steps/samples.js';
import { answer } from './child.js';
import type { Step } from './cost.bench.js';
import { endVisits, Visitor } from './visitor.js';

/** People who make agreements one step after the other, and the mail server that takes their mails. */

export interface StepWish {
  readonly port: number;
  readonly step: Step;
  /** Of the agreements that are made anew by the first step; the others go on with those. */
  readonly agreements: number;
}

/** What the mail server took since it was asked last. */
export interface Mails {
  readonly count: number;
  readonly bytes: number;
}

interface Agreement {
  readonly id: string;
  readonly visitor: Visitor;
}

const AT_ONCE = 4;
const LOOK_MS = 200;
const SENT_WITHIN_MS = 120_000;
const signatures = [signature(1), signature(2)] as const;

const received: Received[] = [];
const server = smtpServer(received, () => undefined);
let under: Agreement[] = [];
let made = 0;

const listen = (): Promise<{ smtpPort: number }> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve({ smtpPort: (server.address() as AddressInfo).port }));
  });

function mails(): Promise<Mails> {
  const taken = received.splice(0);
  const bytes = taken.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
  return Promise.resolve({ count: taken.length, bytes });
}

async function created(port: number): Promise<Agreement> {
  made += 1;
  const visitor = new Visitor(port, []);
  const mail = { party1Email: `eins-${made}@example.org`, party2Email: `zwei-${made}@example.org` };
  const { id } = await visitor.ask<{ id: string }>(
    { method: 'POST', path: '/api/ndas', body: { ...terms, ...mail } },
    201,
  );
  return { id, visitor };
}

const act = <Body>({ id, visitor }: Agreement, rest: string, body: object, status = 200): Promise<Body> =>
  visitor.ask<Body>({ method: 'POST', path: `/api/ndas/${id}/${rest}`, body }, status);

async function signed(agreement: Agreement): Promise<void> {
  const mode = { signatureMode: 'in-person', party1PaysForBoth: false };
  await act(agreement, 'sign', { partyNumber: '1', signature: signatures[0], ...mode });
  await act(agreement, 'sign', { partyNumber: '2', signature: signatures[1] });
}

/** By card, then waited for until document and mails are out. */
async function paid(agreement: Agreement): Promise<void> {
  const asked = { partyNumber: '1', paymentMode: 'split' };
  const intent = await act<{ clientSecret: string; paymentIntentId: string }>(
    agreement,
    'create-payment-intent',
    asked,
  );
  const { clientSecret, paymentIntentId } = intent;
  const consent = { paymentIntentId, wording: 'v1', language: 'de', earlyPerformance: true };
  await act(agreement, 'payment-consent', consent, 204);
  const path = `/api/sandbox/payments/${clientSecret}/confirm`;
  await agreement.visitor.ask({ method: 'POST', path, body: card }, 200);
  await act(agreement, 'confirm-payment', { paymentIntentId });
  await sent(agreement);
}

async function sent({ id, visitor }: Agreement): Promise<void> {
  for (const until = performance.now() + SENT_WITHIN_MS; performance.now() < until; ) {
    const { delivery } = await visitor.ask<{ delivery: { status: string } }>(
      { method: 'GET', path: `/api/ndas/${id}` },
      200,
    );
    if (delivery.status === 'sent') return;
    await pause(LOOK_MS);
  }
  throw new Error(`${id} was not sent`);
}

/** A few side by side. */
async function each<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const go = async (): Promise<void> => {
    for (let next = rest.next(); !next.done; next = rest.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, go));
}

async function take({ port, step, agreements }: StepWish): Promise<void> {
  if (step === 'created') {
    under = [];
    await each(Array.from({ length: agreements }), async () => void under.push(await created(port)));
  } else await each(under, step === 'signed' ? signed : paid);
}

answer({
  listen,
  take,
  mails,
  signatureBytes: () => Promise.resolve(signatures[0].length),
  stop: async () => {
    endVisits();
    server.close();
  },
});
