import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Stripe } from 'stripe';
import type { Clock } from '../../../platform/time/clock.js';
import { systemClock } from '../../../platform/time/clock.js';
import { type DoubleAnswer, DoubleRefusal, type Form, formOf, invalid } from './double-answer.js';
import { DoubleApi } from './double-api.js';
import { DoubleEvents } from './double-events.js';
import { IdempotencyKeys } from './double-idempotency.js';
import { DoubleIntents } from './double-intents.js';
import { type DoubleEndpoint, idOf, publicIntentObject } from './double-objects.js';

/** Milliseconds for which an idle connection stays open. This is longer than any test runs. */
const KEEP_ALIVE_MS = 3_600_000;

/** A fault for the next call of the API. */
export type DoubleFault =
  | 'none'
  /** Runs this function just before the call is handled. */
  | { readonly before: () => void }
  /** Handles the call, but answers only after this many milliseconds. */
  | { readonly lateMs: number }
  /**
   * `cut before` closes the connection before the call is handled. `cut after` handles the call, and then
   * closes the connection without a response.
   */
  | 'cut before'
  | 'cut after'
  /** The double does nothing and sends no answer. */
  | 'silence'
  /** The call fails with this status. With `kept`, the failure is stored under the call's idempotency key. */
  | { readonly failure: number; readonly kept?: boolean }
  /**
   * The call is refused in the format of the API before any work is done. With `kept`, the refusal is stored
   * under the call's idempotency key.
   */
  | { readonly status: number; readonly type: string; readonly code?: string; readonly kept?: boolean };

/**
 * A call of Stripe's API that the double received. Calls with a path under `/double/` control the double, and
 * are not recorded.
 */
export interface DoubleRequest {
  readonly method: string;
  readonly path: string;
  readonly form: Form;
  readonly idempotencyKey: string | undefined;
  readonly apiVersion: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined if the call was not handled. */
  answer?: DoubleAnswer;
  /** Milliseconds from the call to its response; undefined if no response was sent. */
  tookMs?: number;
}

export interface DoubleOptions {
  readonly secretKey?: string;
  readonly publishableKey?: string;
  readonly clock?: Clock;
  /** Port to listen on; 0 means any free port. */
  readonly port?: number;
  /** API version of the events. */
  readonly apiVersion?: string;
}

/**
 * Test double of Stripe: a local server for the part of Stripe's API that this service uses. It follows
 * Stripe's reference for forms, idempotency keys, pages, refusals and signed events. It keeps all data in
 * memory, so it forgets everything when it stops.
 */
export class StripeDouble {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly requests: DoubleRequest[] = [];
  /** Faults for the next calls. Each call takes the first fault from the list. */
  readonly faults: DoubleFault[] = [];
  readonly books: DoubleIntents;
  readonly webhooks: DoubleEvents;
  private readonly api: DoubleApi;
  private readonly keys: IdempotencyKeys;
  private readonly server: Server;
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(private readonly options: DoubleOptions = {}) {
    const { clock = systemClock, apiVersion = '2026-10-28.endive' } = options;
    this.secretKey = options.secretKey ?? 'sk_test_double';
    this.publishableKey = options.publishableKey ?? 'pk_test_double';
    this.webhooks = new DoubleEvents(clock, apiVersion);
    this.books = new DoubleIntents(clock, (type, object) => this.webhooks.emit(type, object));
    this.api = new DoubleApi(this.books);
    this.keys = new IdempotencyKeys(clock);
    this.server = createServer((request, response) => {
      this.serve(request, response).catch(() => request.socket.destroy());
    });
    // A connection must not time out while the client is about to send a call over it, because that would be
    // a fault that the test did not request.
    this.server.keepAliveTimeout = KEEP_ALIVE_MS;
  }

  /** @returns the origin, for STRIPE_API_BASE */
  async start(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(this.options.port ?? 0, '127.0.0.1', resolve);
    });
    return this.url;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /**
   * Sets the entries in the API's list of webhook endpoints. If they are undefined, the secret key has no
   * permission to read this list.
   */
  set endpoints(endpoints: readonly DoubleEndpoint[] | undefined) {
    this.api.endpoints = endpoints;
  }

  get events(): readonly Stripe.Event[] {
    return this.webhooks.events;
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer);
    this.webhooks.webhookTo(undefined);
    await this.webhooks.settled();
    const closed = new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
    this.server.closeAllConnections();
    await closed;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const began = performance.now();
    const body = await textOf(request);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double');
    if (request.method === 'OPTIONS') return send(response, { status: 204, body: '' });
    if (pathname.startsWith('/double/'))
      return send(
        response,
        refusing(() => this.control(pathname, body)),
      );
    const form = { ...formOf(searchParams.toString()), ...formOf(body) };
    const { method = '', headers } = request;
    const idempotencyKey = textIn(headers['idempotency-key']);
    const call = { method, path: pathname, form, idempotencyKey };
    const recorded: DoubleRequest = { ...call, apiVersion: textIn(headers['stripe-version']), headers };
    this.requests.push(recorded);
    const fault = this.faults.shift();
    if (fault === 'silence') return;
    if (fault === 'cut before') return void request.socket.resetAndDestroy();
    if (typeof fault === 'object' && 'before' in fault) fault.before();
    const answer = refusing(() => this.called(call, headers, fault));
    recorded.answer = answer;
    if (fault === 'cut after') return void request.socket.resetAndDestroy();
    if (typeof fault === 'object' && 'lateMs' in fault) await this.after(fault.lateMs);
    recorded.tookMs = performance.now() - began;
    send(response, answer);
  }

  /** @throws DoubleRefusal */
  private called(
    call: Pick<DoubleRequest, 'method' | 'path' | 'form' | 'idempotencyKey'>,
    headers: IncomingMessage['headers'],
    fault: DoubleFault | undefined,
  ): DoubleAnswer {
    const { method, path, form, idempotencyKey } = call;
    const fromBrowser = this.keyIn(headers, form) === 'publishable';
    const request = JSON.stringify([method, path, form]);
    if (typeof fault === 'object' && 'type' in fault) {
      const { status, kept, ...error } = fault;
      const refusal = new DoubleRefusal(status, error);
      if (kept !== true) throw refusal;
      return this.keys.answer(idempotencyKey, request, () => refusal.answer);
    }
    if (method === 'POST' && !headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
      throw invalid('content_type_invalid');
    const isFailure = typeof fault === 'object' && 'failure' in fault;
    if (isFailure && fault.kept !== true) return failure(fault.failure, true);
    return this.keys.answer(method === 'POST' ? idempotencyKey : undefined, request, () =>
      isFailure ? failure(fault.failure, false) : this.api.answer({ method, path, form, fromBrowser }),
    );
  }

  /**
   * Handles a call that controls the double, for instance one that pays an intent. Browser tests make such
   * calls. Bodies are JSON.
   * @throws DoubleRefusal
   */
  private control(path: string, body: string): DoubleAnswer {
    const asked = JSON.parse(body === '' ? '{}' : body) as never;
    switch (path) {
      case '/double/confirm':
        return { status: 200, body: publicIntentObject(this.books.confirm(asked)) };
      case '/double/settle': {
        const { id, outcome } = asked as { id: string; outcome: 'succeeded' | 'failed' };
        this.books.settle(id, outcome);
        return { status: 200, body: {} };
      }
      case '/double/refund': {
        const { id, amount } = asked as { id: string; amount: number };
        return { status: 200, body: { refund: this.books.refund(id, amount) } };
      }
      case '/double/dispute': {
        const { id, status } = asked as { id: string; status?: Stripe.Dispute.Status };
        return { status: 200, body: { dispute: this.books.openDispute(id, status) } };
      }
      case '/double/webhook':
        this.webhooks.webhookTo(asked);
        return { status: 200, body: {} };
      default:
        throw invalid('url_invalid', {}, 404);
    }
  }

  /** @throws DoubleRefusal 401 */
  private keyIn({ authorization = '' }: IncomingMessage['headers'], form: Form): 'secret' | 'publishable' {
    const [scheme = '', value = ''] = authorization.split(' ');
    const basic = Buffer.from(value, 'base64').toString('utf8').split(':')[0];
    const key = scheme === 'Basic' ? basic : scheme === 'Bearer' ? value : form['key'];
    if (key === this.secretKey) return 'secret';
    if (key === this.publishableKey) return 'publishable';
    throw new DoubleRefusal(401, { type: 'invalid_request_error' });
  }

  private after(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        resolve();
      }, ms);
      this.timers.add(timer);
    });
  }
}

const failure = (status: number, mayBeRetried: boolean): DoubleAnswer => ({
  status,
  body: { error: { type: 'api_error', message: 'A text of Stripe about a failure that no log may hold.' } },
  headers: { 'stripe-should-retry': String(mayBeRetried) },
});

function refusing(work: () => DoubleAnswer): DoubleAnswer {
  try {
    return work();
  } catch (error) {
    if (error instanceof DoubleRefusal) return error.answer;
    throw error;
  }
}

const textIn = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, { status, body, headers = {} }: DoubleAnswer): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': idOf('req'),
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    ...headers,
  });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
