import { setTimeout as pause } from 'node:timers/promises';
import { card, signature, terms } from '../testing/steps/samples.js';

export const SIGNATURES = [signature(1), signature(2)] as const;
const IN_PERSON = { signatureMode: 'in-person', party1PaysForBoth: false } as const;
export const REMOTE = { signatureMode: 'remote', party1PaysForBoth: true } as const;
const POLL_MS = 500;
const SENT_WITHIN_MS = 120_000;

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

interface Intent {
  readonly clientSecret: string;
  readonly paymentIntentId: string;
}

/** A browser in which Party 1 works on one agreement. Every call has to succeed. */
export class Customer {
  /** Id of the agreement. */
  id = '';

  /** @param times list to which the milliseconds of each call are added */
  constructor(
    private readonly port: number,
    private readonly times: number[] = [],
    /** Cookie of an existing session; empty for none. */
    public cookie = '',
  ) {}

  /** @throws Error if the response's status is not `status` */
  async ask<Body>({ method, path, body }: Call, status = 200): Promise<Body> {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(this.cookie === '' ? {} : { cookie: this.cookie }),
    };
    const sent = body === undefined ? null : JSON.stringify(body);
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${this.port}${path}`, { method, headers, body: sent });
    const text = await answer.text();
    this.times.push(performance.now() - began);
    if (answer.status !== status)
      throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    this.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? this.cookie;
    return (text === '' ? {} : JSON.parse(text)) as Body;
  }

  /** @param changes terms that differ from the sample's */
  async create(changes: object = {}): Promise<void> {
    const body = { ...terms, ...changes };
    this.id = (await this.ask<{ id: string }>({ method: 'POST', path: '/api/ndas', body }, 201)).id;
  }

  read(): Promise<{ readonly delivery: { readonly status: string } }> {
    return this.ask({ method: 'GET', path: `/api/ndas/${this.id}` });
  }

  async sign(party: 1 | 2, mode: object = IN_PERSON): Promise<void> {
    const signed = { partyNumber: String(party), signature: SIGNATURES[party - 1] };
    await this.act('sign', party === 1 ? { ...signed, ...mode } : signed);
  }

  /** Creates an agreement that both parties sign on one device. */
  async createSigned(changes: object = {}): Promise<void> {
    await this.create(changes);
    await this.sign(1);
    await this.sign(2);
  }

  openIntent(): Promise<Intent> {
    return this.act<Intent>('create-payment-intent', { partyNumber: '1', paymentMode: 'split' });
  }

  async consent({ paymentIntentId }: Intent): Promise<void> {
    const consent = { paymentIntentId, wording: 'v1', language: 'de', earlyPerformance: true };
    await this.act('payment-consent', consent, 204);
  }

  /** Pays at the sandbox and confirms the payment. */
  async confirm({ clientSecret, paymentIntentId }: Intent): Promise<void> {
    const path = `/api/sandbox/payments/${clientSecret}/confirm`;
    await this.ask({ method: 'POST', path, body: card });
    await this.act('confirm-payment', { paymentIntentId });
  }

  async payByVoucher(voucherCode: string): Promise<void> {
    await this.act('apply-voucher', { voucherCode, partyNumber: '1' });
  }

  /** Resolves when a mail server has accepted both mails with the document. */
  async untilSent(): Promise<void> {
    for (const until = performance.now() + SENT_WITHIN_MS; performance.now() < until; ) {
      if ((await this.read()).delivery.status === 'sent') return;
      await pause(POLL_MS);
    }
    throw new Error(`${this.id} was not sent`);
  }

  /** A whole journey from the first form to both mails: in person, paid by card. */
  async journey(changes: object = {}): Promise<void> {
    await this.createSigned(changes);
    const intent = await this.openIntent();
    await this.consent(intent);
    await this.confirm(intent);
    await this.untilSent();
  }

  private act<Body>(path: string, body: object, status?: number): Promise<Body> {
    return this.ask<Body>({ method: 'POST', path: `/api/ndas/${this.id}/${path}`, body }, status);
  }
}

/** Returns mail addresses that only the nth agreement has. */
export const mailsOf = (n: number): { readonly party1Email: string; readonly party2Email: string } => ({
  party1Email: `eins-${n}@example.org`,
  party2Email: `zwei-${n}@example.org`,
});
