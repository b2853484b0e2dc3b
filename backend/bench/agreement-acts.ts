import { setTimeout as pause } from 'node:timers/promises';
import { card, signature, terms } from '../testing/steps/samples.js';
import { Visitor } from './visitor.js';

export const SIGNATURES = [signature(1), signature(2)] as const;
const IN_PERSON = { signatureMode: 'in-person', party1PaysForBoth: false } as const;
export const REMOTE = { signatureMode: 'remote', party1PaysForBoth: true } as const;
const POLL_MS = 500;
const SENT_WITHIN_MS = 120_000;

interface Intent {
  readonly clientSecret: string;
  readonly paymentIntentId: string;
}

/** What Party 1's browser does with one agreement. Each act has to succeed. */
export class AgreementActs {
  private constructor(
    private readonly visitor: Visitor,
    readonly id: string,
  ) {}

  /** @param times gets the milliseconds of each call @param changes of the sample's terms */
  static async create(port: number, times: number[], changes: object = {}): Promise<AgreementActs> {
    const visitor = new Visitor(port, times);
    const body = { ...terms, ...changes };
    const { id } = await visitor.ask<{ id: string }>({ method: 'POST', path: '/api/ndas', body }, 201);
    return new AgreementActs(visitor, id);
  }

  async sign(party: 1 | 2, mode: object = IN_PERSON): Promise<void> {
    const signed = { partyNumber: String(party), signature: SIGNATURES[party - 1] };
    await this.act('sign', party === 1 ? { ...signed, ...mode } : signed);
  }

  openIntent(): Promise<Intent> {
    return this.act<Intent>('create-payment-intent', { partyNumber: '1', paymentMode: 'split' });
  }

  async consent({ paymentIntentId }: Intent): Promise<void> {
    const consent = { paymentIntentId, wording: 'v1', language: 'de', earlyPerformance: true };
    await this.act('payment-consent', consent, 204);
  }

  /** At the sandbox. */
  async confirm({ clientSecret, paymentIntentId }: Intent): Promise<void> {
    const path = `/api/sandbox/payments/${clientSecret}/confirm`;
    await this.visitor.ask({ method: 'POST', path, body: card }, 200);
    await this.act('confirm-payment', { paymentIntentId });
  }

  async payByVoucher(voucherCode: string): Promise<void> {
    await this.act('apply-voucher', { voucherCode, partyNumber: '1' });
  }

  /** Both mails with the document were accepted. */
  async untilSent(): Promise<void> {
    for (const until = performance.now() + SENT_WITHIN_MS; performance.now() < until; ) {
      const { delivery } = await this.visitor.ask<{ delivery: { status: string } }>(
        { method: 'GET', path: `/api/ndas/${this.id}` },
        200,
      );
      if (delivery.status === 'sent') return;
      await pause(POLL_MS);
    }
    throw new Error(`${this.id} was not sent`);
  }

  private act<Body>(path: string, body: object, status = 200): Promise<Body> {
    return this.visitor.ask<Body>({ method: 'POST', path: `/api/ndas/${this.id}/${path}`, body }, status);
  }
}
