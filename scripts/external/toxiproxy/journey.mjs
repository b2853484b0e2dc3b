// Simulates a person with a browser who creates, signs and pays an agreement. Each request is repeated until
// it is answered.
import { setTimeout as pause } from 'node:timers/promises';

/**
 * `ANSWER_MS` is the number of milliseconds to wait for an answer. It is longer than any route's timeout.
 * `PAUSE_MS` is the number of milliseconds between two attempts.
 */
const ANSWER_MS = 20_000;
const PAUSE_MS = 250;

export class Journey {
  /** Failures by kind, one line for each failure. */
  notFound = [];
  afterStored = [];
  failed = [];
  /** The id of the agreement, once it is created. */
  id;
  #cookie = '';

  /**
   * @param url of the service
   * @param examples request bodies of the contracts
   * @param number makes the mail addresses unique
   */
  constructor(url, examples, number) {
    this.url = url;
    this.examples = examples;
    this.addresses = [`one-${number}@example.org`, `two-${number}@example.org`];
    this.key = `a-journey-through-toxics-${number}`;
  }

  /** @param signal aborts the journey, which then counts as failed */
  async go(signal) {
    try {
      await this.#steps(signal);
    } catch (error) {
      this.failed.push(error.message);
    }
  }

  async #steps(signal) {
    const { createNda, signNda, createPaymentIntent, confirmSandboxPayment } = this.examples;
    const [party1Email, party2Email] = this.addresses;
    const draft = { ...createNda.draft, party1Email, party2Email };
    const made = await this.#ask(signal, 'POST', '/api/ndas', draft);
    this.id = made.id;
    const at = `/api/ndas/${this.id}`;
    await this.#ask(signal, 'GET', at);
    for (const party of [1, 2]) {
      await this.#ask(signal, 'POST', `${at}/sign`, signNda[`party${party}`]);
      await this.#ask(signal, 'GET', `${at}/signatures/${party}`);
    }
    const intent = await this.#ask(signal, 'POST', `${at}/create-payment-intent`, createPaymentIntent.party1);
    const card = `/api/sandbox/payments/${intent.clientSecret}/confirm`;
    await this.#ask(signal, 'POST', card, confirmSandboxPayment.succeeds);
    const { paymentIntentId } = intent;
    const paid = await this.#ask(signal, 'POST', `${at}/confirm-payment`, { paymentIntentId });
    if (paid.paymentStatus !== 'succeeded') throw new Error(`${this.id} is not paid: ${paid.paymentStatus}`);
    await this.#ask(signal, 'POST', `${at}/send-email`, {});
    await this.#ask(signal, 'GET', at);
  }

  /**
   * Repeats a request until it is answered. If an attempt got no answer and a later attempt is refused, the
   * earlier attempt was stored. Such a refusal, unless it is a 404, is listed in `afterStored`.
   */
  async #ask(signal, method, path, body) {
    for (let again = false; ; again = true) {
      const answer = await this.#attempt(method, path, body);
      if (answer !== undefined) return this.#judged(answer, `${method} ${path}`, again);
      if (signal.aborted) throw new Error(`${method} ${path}: no answer`);
      await pause(PAUSE_MS);
    }
  }

  #judged({ status, body }, what, again) {
    if (status < 400) return body;
    const failure = `${what}: ${status} ${body.code}`;
    if (status === 404) this.notFound.push(failure);
    else if (again && status < 500) this.afterStored.push(failure);
    else this.failed.push(failure);
    // The journey continues after a 409, for instance 'already signed'. It cannot continue after any other
    // refusal.
    if (status !== 409) throw new Error(`could not go on after ${failure}`);
    return body;
  }

  /** Makes one attempt. @returns undefined if there was no answer, or 503 */
  async #attempt(method, path, body) {
    const headers = {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(path === '/api/ndas' ? { 'idempotency-key': this.key } : {}),
      ...(this.#cookie === '' ? {} : { cookie: this.#cookie }),
    };
    try {
      const answer = await fetch(`${this.url}${path}`, {
        method,
        headers,
        signal: AbortSignal.timeout(ANSWER_MS),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const isJson = answer.headers.get('content-type')?.includes('json') === true;
      const read = isJson ? await answer.json() : await answer.arrayBuffer();
      if (answer.status === 503) return undefined;
      this.#cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? this.#cookie;
      return { status: answer.status, body: read };
    } catch {
      return undefined;
    }
  }
}
