import { otlpReceiver, type OtlpReceiver } from './testing/otlp-receiver.js';
import { until } from '../testing/until.js';
import type { Logger } from '../logging/logger.js';
import { silentLogger } from '../logging/logger.js';
import { openTracing } from './open-tracing.js';
import { OtlpTracing } from './otlp-tracing.js';
import { traceIdOf } from './trace-ids.js';
import { inSpan, noTracing, type Tracing } from './tracing.js';
import { inWork, currentWork } from '../async/work.js';

const about = { version: '1.2.3', backend: 'backend-1', logger: silentLogger };
const config = { headers: {}, ratio: 1, serviceName: 'siegel' };

describe('spans', () => {
  let receiver: OtlpReceiver;
  let answers: number | 'silence';
  const open: Tracing[] = [];
  beforeEach(async () => {
    answers = 200;
    receiver = await otlpReceiver(() => answers);
  });
  afterEach(async () => {
    await receiver.close();
    await Promise.all(open.splice(0).map((tracing) => tracing.stop()));
  });

  const tracingTo = (more: Partial<ConstructorParameters<typeof OtlpTracing>[0]> = {}): OtlpTracing => {
    const tracing = new OtlpTracing({ endpoint: `${receiver.url}/v1/traces`, ...config, ...about, ...more });
    open.push(tracing);
    return tracing;
  };

  it('are sent with the attributes that identify the service', async () => {
    const tracing = tracingTo({ headers: { authorization: 'Bearer abc' } });
    const span = tracing.begin({
      name: 'append',
      kind: 'producer',
      correlationId: 'request-1',
      id: 'a'.repeat(16),
      facts: { 'event.types': ['Opened', 'Added'], 'stream.revision': 3, 'is.true': true },
      links: [{ traceId: 'b'.repeat(32), spanId: 'c'.repeat(16) }],
    });
    span.fail('Error ECONNREFUSED');
    span.end();
    await tracing.stop();
    expect(receiver.spans()).toEqual([
      expect.objectContaining({
        traceId: traceIdOf('request-1'),
        spanId: 'a'.repeat(16),
        parentSpanId: undefined,
        name: 'append',
        kind: 4,
        failed: true,
        attributes: {
          'event.types': ['Opened', 'Added'],
          'stream.revision': 3,
          'is.true': true,
          'error.type': 'Error ECONNREFUSED',
        },
        links: [expect.objectContaining({ traceId: 'b'.repeat(32), spanId: 'c'.repeat(16) })],
      }),
    ]);
    expect(receiver.resources()).toEqual([
      {
        'service.name': 'siegel',
        'service.version': '1.2.3',
        'service.instance.id': 'backend-1',
        'telemetry.sdk.name': 'opentelemetry',
        'telemetry.sdk.language': 'nodejs',
        'telemetry.sdk.version': expect.stringMatching(/^\d+\.\d+\.\d+$/),
      },
    ]);
    expect(receiver.schemas()).toEqual(Array(2).fill('https://opentelemetry.io/schemas/1.27.0'));
    expect(receiver.calls).toHaveLength(1);
    expect(receiver.calls[0]).toMatch(/^POST \/v1\/traces\n/);
    expect(receiver.calls[0]).toContain('Bearer abc');
  });

  it('are nested like the work, and fail if the work fails', async () => {
    const tracing = tracingTo();
    const inner = inWork({ correlationId: 'request-1' }, () =>
      inSpan(tracing, { name: 'outer' }, async (outer) => {
        expect(currentWork()).toEqual({
          correlationId: 'request-1',
          traceId: traceIdOf('request-1'),
          spanId: outer.spanId,
        });
        await inSpan(tracing, { name: 'inner', kind: 'client' }, () =>
          Promise.reject(Object.assign(new Error('of Ada Lovelace'), { code: 'E1' })),
        );
      }),
    );
    await expect(inner).rejects.toThrow('Ada');
    await inSpan(tracing, { name: 'of nothing' }, async () => undefined);
    await tracing.stop();
    const named = new Map(receiver.spans().map((span) => [span.name, span]));
    expect(named.get('inner')).toMatchObject({
      parentSpanId: named.get('outer')?.spanId,
      traceId: named.get('outer')?.traceId,
      failed: true,
      attributes: { 'error.type': 'Error E1' },
    });
    expect(named.get('outer')).toMatchObject({ parentSpanId: undefined, failed: true });
    expect(named.get('of nothing')).toMatchObject({ parentSpanId: undefined, failed: false });
    expect(named.get('of nothing')?.traceId).not.toBe(named.get('outer')?.traceId);
    expect(receiver.calls.join()).not.toContain('Ada');
  });

  it('are sampled by the configured share, as whole traces and with the same result in every process', async () => {
    const backends = [tracingTo({ ratio: 0.5 }), tracingTo({ ratio: 0.5, backend: 'backend-2' })];
    const asked = Array.from({ length: 200 }, (_, n) => `request-${n}`);
    for (const tracing of backends)
      for (const correlationId of asked)
        tracing.begin({ name: 'any', correlationId, parent: 'd'.repeat(16) }).end();
    await Promise.all(backends.map((tracing) => tracing.stop()));
    const counts = new Map<string, number>();
    for (const { traceId } of receiver.spans()) counts.set(traceId, (counts.get(traceId) ?? 0) + 1);
    expect(counts.size).toBeGreaterThan(60);
    expect(counts.size).toBeLessThan(140);
    expect(new Set(counts.values())).toEqual(new Set([2]));
  });

  it('keep the ids that logs and other processes use even if they are not recorded, but are then not sent', async () => {
    const tracing = tracingTo({ ratio: 0 });
    const span = tracing.begin({ name: 'any', correlationId: 'request-1', id: 'a'.repeat(16) });
    span.set({ status: 500 });
    span.fail('500');
    span.end();
    await tracing.stop();
    expect([span.traceId, span.spanId]).toEqual([traceIdOf('request-1'), 'a'.repeat(16)]);
    expect(receiver.calls).toEqual([]);
  });

  it('are dropped if the buffer is full, and a refusing collector is logged once', async () => {
    answers = 500;
    const warned: object[] = [];
    const logger: Logger = { ...silentLogger, warn: (details) => void warned.push(details) };
    const tracing = tracingTo({ logger });
    for (let n = 0; n < 3_000; n += 1) tracing.begin({ name: 'any', correlationId: `request-${n}` }).end();
    await tracing.stop();
    await until(() => receiver.calls.length > 2);
    expect(receiver.spans().length).toBeGreaterThan(1_000);
    expect(receiver.spans().length).toBeLessThan(3_000);
    expect(warned).toEqual([{ error: expect.any(String), spans: expect.any(Number) }]);
  });

  it('do not delay a stop if the collector is silent', async () => {
    answers = 'silence';
    const tracing = tracingTo({ stopWithinMs: 20 });
    tracing.begin({ name: 'any', correlationId: 'request-1' }).end();
    const stopped = tracing.stop();
    await until(() => receiver.calls.length === 1);
    await stopped;
    await tracing.stop();
  });

  it('are not recorded without a collector', async () => {
    const tracing = await openTracing(undefined, about);
    expect(tracing).toBe(noTracing);
    expect(await inSpan(tracing, { name: 'any' }, async () => currentWork())).toBeUndefined();
    await tracing.stop();
  });
});
