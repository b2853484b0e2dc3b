import type { AddressInfo, Server } from 'node:net';
import { type Received, smtpServer } from '#src/mail/testing/smtp-server';
import { traceIdOf } from '#src/platform/tracing/trace-ids';
import { formsOfText } from '../observed/byte-forms.js';
import {
  type OtlpReceiver,
  otlpReceiver,
  type ReceivedSpan,
} from '#src/platform/tracing/testing/otlp-receiver';
import { card, signature, terms } from '../steps/samples.js';
import { create, openIntent, sign, untilSent } from '../steps/steps.js';
import { ADMIN_PASSWORD, startTestBackend, type TestBackend } from '../backend/test-backend.js';
import { until } from '#src/platform/testing/until';

const ADDRESS = '203.0.113.77';
const AGENT = 'Fernseher/1.0 (Wohnzimmer)';
const SECRET_LINK = 'c2VjcmV0LXRva2VuLW9mLWFuLWludml0YXRpb24tMTIzNA';
/** Ids of a trace that another service began. */
const FOREIGN = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const TRACEPARENT = `00-${FOREIGN.traceId}-${FOREIGN.spanId}-01`;

type Line = Record<string, unknown>;

describe('the trace of a whole journey', () => {
  const received: Received[] = [];
  const lines: Line[] = [];
  /** Texts that must never be in a span. */
  const secrets = new Set<string>();
  let mailServer: Server;
  let receiver: OtlpReceiver;
  let test: TestBackend;
  let spans: ReceivedSpan[];
  let refused: { requestId: string };

  const keep = <Text extends string>(text: Text): Text => {
    secrets.add(text);
    return text;
  };

  beforeAll(async () => {
    mailServer = smtpServer(received, () => undefined);
    await new Promise<void>((resolve) => {
      mailServer.listen(0, '127.0.0.1', resolve);
    });
    receiver = await otlpReceiver();
    test = await startTestBackend({
      env: {
        LOG_LEVEL: 'debug',
        TRUST_PROXY: '127.0.0.1',
        SMTP_URL: `smtp://127.0.0.1:${(mailServer.address() as AddressInfo).port}?ignoreTLS=true`,
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20for-the-collector',
      },
      logs: { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
    });
    await journey();
    await until(() => lines.some(({ msg, task }) => msg === 'job done' && task === 'send-document'));
    await test.stop();
    spans = receiver.spans();
  });
  afterAll(async () => {
    await receiver.close();
    await new Promise((resolve) => {
      mailServer.close(resolve);
    });
  });

  const keepCookies = (cookies: unknown): void => {
    for (const cookie of Array.isArray(cookies) ? (cookies as string[]) : [])
      keep(cookie.split(';')[0]?.split('=')[1] ?? '');
  };

  async function journey(): Promise<void> {
    const { ideaTitle, ideaDescription, party1Name, party1Email, party1Company } = terms;
    const { party2Name, party2Email } = terms;
    for (const text of [ideaTitle, ideaDescription, party1Name, party1Email, party1Company ?? AGENT])
      keep(text);
    for (const text of [party2Name, party2Email, ADDRESS, AGENT, SECRET_LINK, ADMIN_PASSWORD]) keep(text);
    const browser = test.browser();
    void browser.set('x-forwarded-for', ADDRESS).set('user-agent', AGENT);
    const created = await browser
      .post('/api/ndas')
      .set('traceparent', TRACEPARENT)
      .set('idempotency-key', keep('the-key-of-this-text'))
      .send(terms)
      .expect(201);
    keepCookies(created.headers['set-cookie']);
    const id = keep(created.body.id as string);
    for (const party of [1, 2] as const) {
      keep(signature(party).slice(40, 120));
      await sign(browser, id, party);
    }
    const { clientSecret, paymentIntentId } = await openIntent(browser, id);
    keep(clientSecret);
    keep(paymentIntentId);
    await browser
      .post(`/api/sandbox/payments/${clientSecret}/confirm`)
      .send({ ...card, cardNumber: keep(card.cardNumber) })
      .expect(200);
    await browser.post(`/api/ndas/${id}/confirm-payment`).send({ paymentIntentId }).expect(200);
    await untilSent(browser, id);
    const answer = await browser.get(`/api/remote-signature/${SECRET_LINK}`);
    refused = answer.body as typeof refused;
    // A client that does not come through our proxy.
    const direct = test.browser();
    await direct.post('/api/ndas').set('traceparent', TRACEPARENT).send(terms).expect(201);
  }

  const one = (name: string, more: Readonly<Record<string, unknown>> = {}): ReceivedSpan => {
    const found = spans.find(
      (span) =>
        span.name === name && Object.entries(more).every(([key, value]) => span.attributes[key] === value),
    );
    if (found === undefined)
      throw new Error(`no span ${name} among ${spans.map((span) => span.name).join()}`);
    return found;
  };

  /** Returns the span and its ancestors, up to the root. */
  function pathOf(span: ReceivedSpan): ReceivedSpan[] {
    const above = spans.find(
      ({ traceId, spanId }) => traceId === span.traceId && spanId === span.parentSpanId,
    );
    if (above === undefined) {
      if (span.parentSpanId !== undefined) throw new Error(`the parent of ${span.name} was not received`);
      return [span];
    }
    return [span, ...pathOf(above)];
  }

  it('goes from the request through append, reaction and jobs to the mail server', () => {
    const path = pathOf(one('mail.send', { 'mail.kind': 'document', 'mail.way': 'smtp' }));
    expect(path.map(({ name }) => name).slice(0, 5)).toEqual([
      'mail.send',
      'job send-document',
      'job deliver-nda',
      'react deliver-when-completed-and-paid',
      'append',
    ]);
    // The append that records the payment may be caused by a report of the sandbox. The span of this append
    // belongs to the trace of the payment request, and links to the job that makes the report.
    const last = path.at(-1);
    const linked = spans.find(({ spanId }) => spanId === last?.links[0]?.spanId);
    const root = linked === undefined ? last : pathOf(linked).at(-1);
    expect(root).toMatchObject({
      name: expect.stringMatching(
        /^POST \/api\/(sandbox\/payments|ndas)\/:\w+\/(confirm(-payment)?|create-payment-intent)$/,
      ),
      parentSpanId: undefined,
      kind: 2,
      attributes: { 'http.request.method': 'POST', 'http.response.status_code': 200 },
    });
    expect(new Set(path.map(({ traceId }) => traceId)).size).toBe(1);
    const paid = path[4];
    expect(paid?.attributes).toMatchObject({
      'stream.kind': 'nda',
      'event.types': expect.arrayContaining(['PaymentSucceeded']),
    });
    const projected = spans.filter(
      ({ name, parentSpanId, traceId }) =>
        name === 'project ndas' && parentSpanId === paid?.spanId && traceId === paid?.traceId,
    );
    expect(projected).toHaveLength(1);
    const made = ['document.render', 'document.seal'].map(
      (name) => pathOf(one(name)).map((span) => span.name)[1],
    );
    expect(made).toEqual(['job deliver-nda', 'job deliver-nda']);
  });

  it('names the events of each append by the ids that they have in the log', async () => {
    const append = spans.find(
      ({ name, attributes }) => name === 'append' && String(attributes['event.types']) === 'NdaCreated',
    );
    if (append === undefined) throw new Error('no append has the event NdaCreated');
    expect(append.attributes['event.ids']).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect(pathOf(append).map(({ name }) => name)).toEqual(['append', 'POST /api/ndas']);
    expect(spans.filter(({ name }) => name.startsWith('payment.')).map(({ failed }) => failed)).toContain(
      false,
    );
  });

  it('contains the parents of all its spans', () => {
    expect(spans.length).toBeGreaterThan(40);
    for (const span of spans) expect(pathOf(span).at(-1)?.parentSpanId).toBeUndefined();
    const ids = spans.map(({ traceId, spanId }) => `${traceId} ${spanId}`);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is linked to the trace that our own proxy names, and continues nobody else’s trace', () => {
    const [through, direct] = spans.filter(({ name }) => name === 'POST /api/ndas');
    expect(through?.links).toEqual([expect.objectContaining(FOREIGN)]);
    expect(direct?.links).toEqual([]);
    expect(spans.map(({ traceId }) => traceId)).not.toContain(FOREIGN.traceId);
  });

  it('can be found by the id of the request, which is in each log line of its work', () => {
    const { traceId } = one('mail.send', { 'mail.kind': 'document' });
    const own = lines.filter((line) => line['traceId'] === traceId);
    const [requestId] = new Set(own.map((line) => line['requestId']));
    expect(traceIdOf(String(requestId))).toBe(traceId);
    expect(new Set(own.map((line) => line['requestId'])).size).toBe(1);
    const said = own.map(({ msg, task }) => [msg, task].filter(Boolean).join(' '));
    expect(said).toEqual(expect.arrayContaining(['job done deliver-nda', 'job done send-document']));
    expect(lines.filter((line) => line['requestId'] === requestId)).toContainEqual(
      expect.objectContaining({ msg: 'answered', status: 200 }),
    );
  });

  it('is named by every problem answer', () => {
    const line = lines.find(({ requestId, msg }) => msg === 'answered' && requestId === refused.requestId);
    expect(line).toMatchObject({ route: '/api/remote-signature/:token', code: expect.any(String) });
    expect(one('GET /api/remote-signature/:token').traceId).toBe(traceIdOf(refused.requestId));
  });

  it('contains no token, secret, address or word of the parties, and no id of the agreement', () => {
    const sent = Buffer.from(receiver.calls.join('\n'));
    expect(sent.includes('/api/ndas/:id')).toBe(true);
    expect(secrets.size).toBeGreaterThan(15);
    for (const secret of secrets)
      for (const [form, bytes] of formsOfText(secret))
        if (sent.includes(bytes)) throw new Error(`${secret} is in a span, as ${form}`);
    for (const line of lines) expect(JSON.stringify(line)).not.toContain('for-the-collector');
  });
});

describe.each([
  ['is away', undefined],
  ['answers 500', 500],
  ['answers 503', 503],
  ['says nothing', 'silence'],
] as const)('a service whose collector %s', (_, answer) => {
  it('serves as usual, and stops', async () => {
    const receiver = await otlpReceiver(() => answer ?? 200);
    if (answer === undefined) await receiver.close();
    const warned: Line[] = [];
    const test = await startTestBackend({
      env: { LOG_LEVEL: 'warn', OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
      logs: { write: (line: string) => void warned.push(JSON.parse(line) as Line) },
    });
    const browser = test.browser();
    const id = await create(browser);
    await sign(browser, id, 1);
    await test.stop();
    if (answer !== undefined) {
      expect(receiver.calls.length).toBeGreaterThan(0);
      await receiver.close();
    }
    expect(warned.length).toBeLessThanOrEqual(1);
    for (const { msg } of warned) expect(msg).toContain('Spans could not be sent to the trace collector');
  });
});
