import { setTimeout as later } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { createLogger } from '../../platform/logging/http-logger.js';
import { traceIdOf } from '../../platform/tracing/trace-ids.js';
import { recordSpans } from '../../platform/tracing/testing/recorded-spans.js';
import { noTracing } from '../../platform/tracing/tracing.js';
import { workOnRequests } from './request-work.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const traceparent = `00-${TRACE}-${SPAN}-01`;

describe('the work of a request', () => {
  const open: FastifyInstance[] = [];
  afterEach(() => Promise.all(open.splice(0).map((app) => app.close())));

  function appWith(tracing: Parameters<typeof workOnRequests>[1], trustProxy = false) {
    const lines: Record<string, unknown>[] = [];
    const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
    let requests = 0;
    const app: FastifyInstance = fastify({
      trustProxy,
      genReqId: () => {
        requests += 1;
        return `request-${requests}`;
      },
    });
    open.push(app);
    workOnRequests(app, tracing);
    app.addHook('preHandler', async () => later());
    app.post<{ Body: { say: string } }>('/things/:id', async ({ body }, reply) => {
      await later();
      logger.info({}, body.say);
      return reply.code(body.say === 'fail' ? 500 : 201).send({});
    });
    app.get('/health/live', async () => ({}));
    const say = (text: string, headers: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url: '/things/secret', payload: { say: text }, headers });
    return { app, lines, say };
  }

  it('is named by each log line, even after a body and a pause, and among concurrent requests', async () => {
    const { lines, say } = appWith(noTracing);
    await Promise.all(['a', 'b', 'c'].map((text) => say(text)));
    const told = lines.map(({ msg, requestId }) => [msg, requestId]).sort();
    expect(told.map(([text]) => text)).toEqual(['a', 'b', 'c']);
    expect(new Set(told.map(([, id]) => id))).toEqual(new Set(['request-1', 'request-2', 'request-3']));
    expect(lines[0]).not.toHaveProperty('traceId');
  });

  it("is a span whose name is the route pattern, with the request's outcome", async () => {
    const tracing = recordSpans();
    const { app, lines, say } = appWith(tracing);
    await say('a');
    await say('fail');
    await app.inject('/health/live');
    const request = { 'http.request.method': 'POST', 'http.route': '/things/:id', 'url.scheme': 'http' };
    expect(tracing.spans).toMatchObject([
      {
        name: 'POST /things/:id',
        kind: 'server',
        correlationId: 'request-1',
        facts: { ...request, 'http.response.status_code': 201 },
        failed: undefined,
        isOver: true,
      },
      {
        correlationId: 'request-2',
        facts: { 'http.response.status_code': 500 },
        failed: '500',
        isOver: true,
      },
    ]);
    expect(JSON.stringify(tracing.spans)).not.toContain('secret');
    expect(lines[0]).toMatchObject({ requestId: 'request-1', traceId: traceIdOf('request-1') });
  });

  it('has the scheme that a trusted proxy names, and no other text', async () => {
    const tracing = recordSpans();
    for (const isTrusted of [false, true]) {
      const { say } = appWith(tracing, isTrusted);
      for (const scheme of ['https', 'HTTPS', 'http', 'javascript'])
        await say('a', { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': scheme });
    }
    expect(tracing.spans.map(({ facts }) => facts?.['url.scheme'])).toEqual([
      'http',
      'http',
      'http',
      'http',
      'https',
      'https',
      'http',
      'http',
    ]);
  });

  it('never continues a foreign trace, but is linked to the trace of a trusted proxy', async () => {
    const tracing = recordSpans();
    const headers = { traceparent, 'x-forwarded-for': '203.0.113.7' };
    await appWith(tracing).say('a', headers);
    const { say } = appWith(tracing, true);
    await say('a', headers);
    await say('a', { traceparent });
    await say('a', { ...headers, traceparent: 'no trace' });
    expect(tracing.spans.map(({ parent }) => parent)).toEqual([undefined, undefined, undefined, undefined]);
    expect(tracing.spans.map(({ links }) => links)).toEqual([[], [{ traceId: TRACE, spanId: SPAN }], [], []]);
  });
});
