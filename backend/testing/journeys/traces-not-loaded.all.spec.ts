import type { TestDatabase } from '#src/platform/postgres/testing/test-database';
import { freePort } from '#src/platform/embedded-postgres/free-port';
import {
  type BuiltBackend,
  type Environment,
  launch,
  ready,
  type TestDataDir,
  testDataDir,
} from '../backend/built-backend.js';
import { type OtlpReceiver, otlpReceiver } from '#src/platform/tracing/testing/otlp-receiver';
import { environmentOf } from '../backend/secrets.js';
import { createServiceDatabase } from '../backend/service-database.js';
import { testSecrets } from '../backend/test-backend.js';

/** A loader hook that prints the path of each tracing module that is loaded. */
const HOOK = `
  import { writeSync } from 'node:fs';
  export async function load(url, context, next) {
    if (/otlp-tracing|@opentelemetry\\/(?!api\\/)/.test(url)) writeSync(2, '\\nloaded ' + url + '\\n');
    return next(url, context);
  }`;
const asModule = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
const WATCH = asModule(
  `import { register } from 'node:module'; register(${JSON.stringify(asModule(HOOK))});`,
);

describe('the tracing SDK', () => {
  let database: TestDatabase;
  let folder: TestDataDir;
  let receiver: OtlpReceiver;
  let env: Environment;
  beforeAll(async () => {
    [database, folder, receiver] = [await createServiceDatabase(), await testDataDir(), await otlpReceiver()];
    env = {
      DATABASE_URL: database.url,
      DATA_DIR: folder.path,
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'info',
      METRICS_TOKEN: 'a-token-for-metrics',
      ...environmentOf(testSecrets()),
    };
  });
  afterAll(async () => {
    await receiver.close();
    await database.drop();
    await folder.remove();
  });

  /** Starts a backend and stops it. @returns its output */
  async function printedBy(more: Environment): Promise<string> {
    const port = await freePort();
    const backend: BuiltBackend = await ready(launch(port, { ...env, ...more }, ['--import', WATCH]));
    await backend.browser().get('/api/site').expect(200);
    expect(await backend.end('SIGTERM')).toBe(0);
    return backend.output();
  }

  it('is not loaded if no collector is configured', async () => {
    expect(await printedBy({})).not.toContain('\nloaded ');
  });

  it('is loaded for a collector, even from the bundle; its address is logged, no secret', async () => {
    const headers = 'authorization=Bearer%20for-the-collector';
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_HEADERS: headers };
    const printed = await printedBy(collector);
    expect(printed).toContain('\nloaded ');
    expect(receiver.spans().map(({ name }) => name)).toContain('GET /api/site');
    expect(receiver.calls.join()).toContain('Bearer for-the-collector');
    const started = printed.split('\n').find((line) => line.includes('"msg":"starting"')) ?? '';
    expect(JSON.parse(started)).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      node: process.version,
      database: new URL(database.url).host,
      eventStore: 'in the database',
      traces: new URL(receiver.url).host,
      metrics: 'for the bearer of METRICS_TOKEN',
    });
    for (const [name, secret] of Object.entries({ ...env, headers }))
      if (/KEY|SECRET|PASSWORD|TOKEN|P12|headers/.test(name)) expect(printed).not.toContain(secret);
    expect(printed).not.toContain(new URL(database.url).password || 'for-the-collector');
  });
});
