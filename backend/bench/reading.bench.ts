import type { tasks } from './bare.tasks.js';
import type { BenchEnvironment } from './bench-environment.js';
import { getRequest, requestsPerSecond } from './http-load.js';
import { type Line, ratioLine } from './report.js';
import { untilSettled } from './running.js';
import { compared, type Pair } from './statistics.js';

const ROUNDS = 15;
const ROUND_MS = 500;
const WARM_UP_MS = 3000;
const CONNECTIONS = 16;
/** Number of NDAs that are read again and again. It is so small that their keys stay in the cache. */
const WARM_NDAS = 500;
const UNIT = 'requests/s';

/**
 * Compares a whole backend, which answers `GET /api/ndas/{id}` for the creator's cookie, with a bare handler.
 * The backend and the handler each run in their own process.
 */
export async function benchReading(environment: BenchEnvironment): Promise<Line[]> {
  const ids = (await environment.fixture()).slice(0, WARM_NDAS);
  const { url: databaseUrl, cookie } = environment;
  const { port: plain } = await environment.backend({ databaseUrl });
  await untilSettled(plain);
  const collector = await environment.child<typeof tasks>('bare').ask('collect');
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector}` };
  const { port: traced } = await environment.backend({ databaseUrl, env });
  const bare = await environment.child<typeof tasks>('bare').ask('serve', databaseUrl);

  const of = (id: string): string => `/api/ndas/${id}`;
  const warm = ids.map((id) => getRequest(of(id), { cookie }));
  const unchanged = await Promise.all(
    ids.map(async (id) =>
      getRequest(of(id), { cookie, 'if-none-match': await tagOf(plain, of(id), cookie) }),
    ),
  );
  const list = [getRequest('/api/ndas', { cookie })];
  const at = (port: number, requests: readonly Buffer[], status = 200, ms = ROUND_MS): Promise<number> =>
    requestsPerSecond({ port, connections: CONNECTIONS, ms, requests, status });
  for (const port of [bare, plain, traced]) await at(port, warm, 200, WARM_UP_MS);
  await at(plain, list);
  const [full, told, cheaper, lists]: [Pair[], Pair[], Pair[], Pair[]] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const least = await at(bare, warm);
    const baseline = await at(plain, warm);
    full.push({ siegel: baseline, baseline: least });
    told.push({ siegel: await at(traced, warm), baseline });
    cheaper.push({ siegel: await at(plain, unchanged, 304), baseline });
    lists.push({ siegel: await at(plain, list), baseline });
  }
  return [
    ratioLine({ name: 'GET /api/ndas/{id}, key cache warm', ...compared(full), limit: 0.7, unit: UNIT }),
    ratioLine({
      name: '  with every trace recorded; baseline: with none',
      ...compared(told),
      limit: 0.7,
      unit: UNIT,
    }),
    ratioLine({ name: '  own list of 50 NDAs; baseline: one of them', ...compared(lists), unit: UNIT }),
    ratioLine({ name: '  answer 304; baseline: its 200', ...compared(cheaper), limit: 1.01, unit: UNIT }),
  ];
}

/** Returns the ETag that a browser has after reading this path. */
async function tagOf(port: number, path: string, cookie: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
  await response.arrayBuffer();
  const etag = response.headers.get('etag');
  if (etag === null) throw new Error(`no ETag, status ${response.status}`);
  return etag;
}
