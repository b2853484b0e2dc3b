import { until } from '#src/platform/testing/until';
import { card, signature, terms } from './samples.js';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';

/**
 * If a backend does not respond within this number of milliseconds, the customer calls another backend. A
 * frozen backend accepts connections but never responds.
 */
const ANSWER_MS = 2500;
const PAUSE_MS = 50;
/**
 * Milliseconds after which a customer gives up. This is more than half a minute longer than any fault in a
 * test.
 */
const GIVE_UP_MS = 90_000;
/** Maximum number of milliseconds for which the read model is not updated because no backend leads it. */
const LEADERLESS_MS = 10_000;

type Body = Readonly<Record<string, unknown>>;
export interface Answer {
  readonly status: number;
  readonly body: Body;
  /**
   * True if this is not the first attempt. An earlier attempt may have been handled although its response was
   * lost.
   */
  readonly again: boolean;
}

/** An event that a backend's response has acknowledged. */
export interface Acknowledged {
  readonly ndaId: string;
  /** Wire name of the event. */
  readonly type: string;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A browser behind a load balancer. Each request goes to the next backend. If that backend is down, frozen or
 * responds with 503, the request goes to another backend.
 */
export class Customer {
  private cookie = '';
  private next: number;

  constructor(
    private readonly backends: readonly string[],
    private readonly number: number,
    private readonly acknowledged: Acknowledged[],
  ) {
    this.next = number;
  }

  /**
   * Makes an NDA, signs for both parties and pays. Pays by voucher if a code is given, otherwise by card.
   * Reads the result after each step.
   * @param stays if false, the customer leaves as soon as the provider has the money, so that only the
   * provider reports the payment
   * @throws Error on an unexpected response
   */
  async journey(voucherCode?: string, stays = true): Promise<void> {
    const mail = {
      party1Email: `eins-${this.number}@example.org`,
      party2Email: `zwei-${this.number}@example.org`,
    };
    const key = `customer-number-${this.number}`;
    const created = await this.ask('POST', '/api/ndas', { ...terms, ...mail }, { key });
    const id = String(created.body['id']);
    if (created.status !== 201) throw unexpected('create', created);
    this.acknowledged.push({ ndaId: id, type: 'NdaCreated.v2' });
    await this.find(id);
    const first = {
      partyNumber: '1',
      signature: signature(1),
      signatureMode: 'in-person',
      party1PaysForBoth: false,
    };
    await this.act(id, {
      path: 'sign',
      body: first,
      type: 'Party1Signed.v2',
      done: (nda) => nda['status'] === 'party1_signed',
    });
    await this.find(id, '/signatures/1');
    const second = { partyNumber: '2', signature: signature(2) };
    await this.act(id, {
      path: 'sign',
      body: second,
      type: 'Party2Signed.v2',
      done: (nda) => nda['status'] === 'completed',
    });
    await this.find(id, '/signatures/2');
    await (voucherCode === undefined ? this.payByCard(id, stays) : this.payByVoucher(id, voucherCode));
    if (!stays) return;
    const asked = await this.ask('POST', `/api/ndas/${id}/send-email`, {});
    if (asked.status !== 200 && asked.status !== 202) throw unexpected('send-email', asked);
  }

  /** Returns a copy of this browser, with its current cookies. */
  asItIs(): Customer {
    const other = new Customer(this.backends, this.number, this.acknowledged);
    other.cookie = this.cookie;
    return other;
  }

  /** Checks that the next backend can read data that an earlier response has acknowledged. */
  private async find(id: string, path = ''): Promise<void> {
    const found = await this.ask('GET', `/api/ndas/${id}${path}`);
    if (found.status !== 200) throw unexpected(path, found);
  }

  private payByVoucher(id: string, voucherCode: string): Promise<void> {
    return this.act(id, {
      path: 'apply-voucher',
      body: { voucherCode, partyNumber: '1' },
      type: 'VoucherApplied.v1',
      done: isPaid,
    });
  }

  private async payByCard(id: string, stays: boolean): Promise<void> {
    const intent = await this.ask('POST', `/api/ndas/${id}/create-payment-intent`, {
      partyNumber: '1',
      paymentMode: 'split',
    });
    if (intent.status !== 200) throw unexpected('create-payment-intent', intent);
    const confirmed = await this.ask(
      'POST',
      `/api/sandbox/payments/${String(intent.body['clientSecret'])}/confirm`,
      card,
    );
    if (confirmed.status !== 200 && !confirmed.again) throw unexpected('confirm at the provider', confirmed);
    if (!stays) {
      this.acknowledged.push({ ndaId: id, type: 'PaymentSucceeded.v2' });
      return;
    }
    const body = { paymentIntentId: intent.body['paymentIntentId'] };
    await this.act(id, { path: 'confirm-payment', body, type: 'PaymentSucceeded.v2', done: isPaid });
  }

  private async act(
    id: string,
    step: { path: string; body: Body; type: string; done: (nda: Body) => boolean },
  ): Promise<void> {
    const answer = await this.ask('POST', `/api/ndas/${id}/${step.path}`, step.body);
    if (answer.status !== 200) {
      if (!answer.again || answer.status >= 500) throw unexpected(step.path, answer);
      // An earlier attempt made this step, but its response was lost, perhaps because the backend is gone. If
      // that backend was the leader, the result can be seen only once another backend leads.
      await until(async () => step.done((await this.ask('GET', `/api/ndas/${id}`)).body), LEADERLESS_MS);
    }
    this.acknowledged.push({ ndaId: id, type: step.type });
  }

  /**
   * Sends a request to one backend after another, until a backend responds.
   * @throws Error if no backend responded within the attempts and the time limit
   */
  async ask(
    method: string,
    path: string,
    body?: Body,
    { key, attempts = Number.POSITIVE_INFINITY }: { readonly key?: string; readonly attempts?: number } = {},
  ): Promise<Answer> {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(this.cookie === '' ? {} : { cookie: this.cookie }),
    };
    const until = performance.now() + scaledTimeout(GIVE_UP_MS);
    for (let attempt = 0; attempt < attempts && performance.now() < until; attempt += 1) {
      const url = `${this.backends[this.next++ % this.backends.length]}${path}`;
      const init = {
        method,
        headers,
        signal: AbortSignal.timeout(scaledTimeout(ANSWER_MS)),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      };
      const answer = await this.attempt(url, init);
      if (answer !== undefined) return { ...answer, again: attempt > 0 };
      await pause(PAUSE_MS);
    }
    throw new Error(`${method} ${path}: no backend answered`);
  }

  /** Makes one attempt. Resolves with undefined if the backend did not respond, or responded with 503. */
  private async attempt(url: string, init: RequestInit): Promise<Omit<Answer, 'again'> | undefined> {
    try {
      const response = await fetch(url, init);
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      const read = await response.text();
      const body = isJson ? (JSON.parse(read) as Body) : {};
      if (response.status === 503) return undefined;
      this.cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? this.cookie;
      return { status: response.status, body };
    } catch {
      return undefined;
    }
  }
}

const isPaid = (nda: Body): boolean => nda['paymentStatus'] === 'succeeded';
const unexpected = (what: string, { status, body }: Answer): Error =>
  new Error(`${what}: ${status} ${JSON.stringify(body)}`);
