import { Child } from './child.js';
import { getRequest, requestsPerSecond } from './http-load.js';
import { type Line, ratioLine } from './report.js';
import { compared } from './statistics.js';
import type { BenchEnvironment } from './bench-environment.js';

const ROUNDS = 15;
const ROUND_MS = 500;
const WARM_UP_MS = 3000;
const CONNECTIONS = 16;
/** NDAs that are read again and again: their keys stay in the cache. */
const WARM_NDAS = 500;
const UNIT = 'requests/s';

/**
 * `GET /api/ndas/{id}` of a whole backend, by its creator's cookie, beside a bare handler in a process of its
 * own too.
 */
export async function benchReading(environment: BenchEnvironment): Promise<Line[]> {
  const ids = await environment.fixture();
  const children = ['backend.main', 'backend.main', 'bare.main', 'collector.main'].map((entry) =>
    Child.start(entry),
  );
  const [app, traced, bare, collector] = children as [Child, Child, Child, Child];
  const { url: databaseUrl, dataDir, cookie } = environment;
  const portOf = async (child: Child, wish: object = {}): Promise<number> =>
    (await child.ask<{ port: number }>('start', { databaseUrl, dataDir, ...wish })).port;
  try {
    const endpoint = `http://127.0.0.1:${await portOf(collector)}`;
    const ports = {
      siegel: await portOf(app),
      traced: await portOf(traced, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } }),
      baseline: await portOf(bare),
    };
    await untilVisible(ports.siegel, ids.at(-1) ?? '', cookie);
    return await read({ ids, cookie, ...ports });
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
}

interface Sides {
  readonly ids: readonly string[];
  readonly cookie: string;
  /** Ports. */
  readonly siegel: number;
  /** The same, with every trace recorded. */
  readonly traced: number;
  readonly baseline: number;
}

async function read({ ids, cookie, siegel, traced, baseline }: Sides): Promise<Line[]> {
  const plain = (id: string): Buffer => getRequest(`/api/ndas/${id}`, { cookie });
  const warm = ids.slice(0, WARM_NDAS).map(plain);
  const unchanged = await Promise.all(ids.slice(0, WARM_NDAS).map((id) => conditional(siegel, id, cookie)));
  const at = (port: number, requests: readonly Buffer[], status: number, ms = ROUND_MS): Promise<number> =>
    requestsPerSecond({ port, connections: CONNECTIONS, ms, requests, status });
  for (const port of [baseline, siegel, traced]) await at(port, warm, 200, WARM_UP_MS);
  const full: { siegel: number; baseline: number }[] = [];
  const cheaper: { siegel: number; baseline: number }[] = [];
  const told: { siegel: number; baseline: number }[] = [];
  const lists: { siegel: number; baseline: number }[] = [];
  const list = [getRequest('/api/ndas', { cookie })];
  await at(siegel, list, 200);
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await at(baseline, warm, 200);
    const whole = await at(siegel, warm, 200);
    full.push({ siegel: whole, baseline: bare });
    told.push({ siegel: await at(traced, warm, 200), baseline: whole });
    cheaper.push({ siegel: await at(siegel, unchanged, 304), baseline: whole });
    lists.push({ siegel: await at(siegel, list, 200), baseline: whole });
  }
  return [
    ratioLine({ name: 'GET /api/ndas/{id}, key cache warm', ...compared(full), limit: 0.7, unit: UNIT }),
    ratioLine({ name: '  every trace recorded, beside none', ...compared(told), limit: 0.7, unit: UNIT }),
    ratioLine({ name: '  own list of 50 beside one of them', ...compared(lists), unit: UNIT }),
    ratioLine({ name: '  304 beside its 200', ...compared(cheaper), limit: 1.01, unit: UNIT }),
  ];
}

const address = (port: number, id: string): string => `http://127.0.0.1:${port}/api/ndas/${id}`;

/** The request of a browser that has read this NDA before. */
async function conditional(port: number, id: string, cookie: string): Promise<Buffer> {
  const response = await fetch(address(port, id), { headers: { cookie } });
  await response.arrayBuffer();
  const etag = response.headers.get('etag');
  if (etag === null) throw new Error(`no ETag, status ${response.status}`);
  return getRequest(`/api/ndas/${id}`, { cookie, 'if-none-match': etag });
}

/** The fixture may be so new that its projection is under way. */
async function untilVisible(port: number, id: string, cookie: string): Promise<void> {
  for (let waited = 0; waited < 120_000; waited += 100) {
    const response = await fetch(address(port, id), { headers: { cookie } });
    const { status } = (await response.json()) as { status?: unknown };
    if (status === 'sent') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the fixture never became visible');
}
