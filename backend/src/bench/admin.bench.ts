import { Client } from 'pg';
import { readSecrets } from '../app/secrets.js';
import { ADMIN_CALLS, ADMIN_FILLS, type AdminCall, type AdminSize } from './admin-calls.js';
import type { BenchEnvironment } from './bench-environment.js';
import { Child } from './child.js';
import { getRequest, timesOf } from './http-load.js';
import { atMost, type Line, notSlower } from './report.js';
import { quantile } from './statistics.js';

/** NDAs; page views are ten times as many. */
export const ADMIN_SIZES = [10_000, 100_000];
const VIEWS_EACH = 10;
/** Fewer where there are few NDAs, for who only tries whether all of it works. */
const callsFor = (ndas: number): number => Math.min(20_000, 2 * ndas);
const CONNECTIONS = 4;
const MOST_MS = 50;
/** From one size to the next one. */
const MOST_GROWTH = 2;
const WARM_UP_CALLS = 200;

/**
 * What the admin asks of a service of years, on rows that were written straight into the tables: calls of all kinds,
 * mixed, some at once.
 * @param sizes numbers of NDAs; only the last one has limits
 */
export async function benchAdmin(environment: BenchEnvironment, sizes: readonly number[]): Promise<Line[]> {
  const measured: Measured[] = [];
  for (const ndas of sizes) {
    process.stderr.write(`admin with ${ndas} NDAs …\n`);
    measured.push({ ndas, slowest: await measure(environment, { ndas, views: VIEWS_EACH * ndas }) });
  }
  return linesOf(measured);
}

/** Milliseconds that 95 of 100 answers took at most, by the call's name. */
type Slowest = ReadonlyMap<string, number>;
interface Measured {
  readonly ndas: number;
  readonly slowest: Slowest;
}

async function measure(environment: BenchEnvironment, size: AdminSize): Promise<Slowest> {
  const databaseUrl = await environment.emptyDatabase('admin');
  const backend = Child.start('backend.main');
  try {
    const { port } = await backend.ask<{ port: number }>('start', {
      databaseUrl,
      dataDir: environment.dataDir,
    });
    await fill(databaseUrl, size);
    const cookie = await login(port, environment.dataDir);
    await answersOf(port, cookie, WARM_UP_CALLS);
    const times = await answersOf(port, cookie, callsFor(size.ndas));
    return new Map([...times].map(([name, all]) => [name, quantile(all, 0.95)]));
  } finally {
    await backend.stop();
  }
}

async function fill(databaseUrl: string, size: AdminSize): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const rows of ADMIN_FILLS) await rows(client, size);
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}

/** @returns the cookie of the admin's session */
async function login(port: number, dataDir: string): Promise<string> {
  const { adminPassword: password } = await readSecrets({ dataDir, production: false }, {});
  const response = await fetch(`http://127.0.0.1:${port}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  if (response.status !== 200 || cookie === undefined) throw new Error(`no login: ${response.status}`);
  return cookie;
}

async function answersOf(port: number, cookie: string, count: number): Promise<Map<string, number[]>> {
  const asked = Array.from({ length: count }, (_, n) => ADMIN_CALLS[n % ADMIN_CALLS.length] as AdminCall);
  const requests = asked.map(({ path }, n) => getRequest(path(n), { cookie }));
  const took = await timesOf({ port, connections: CONNECTIONS, requests, status: 200 });
  const times = new Map<string, number[]>(ADMIN_CALLS.map(({ name }) => [name, []]));
  for (const [n, call] of asked.entries()) times.get(call.name)?.push(took[n] ?? Number.NaN);
  return times;
}

function linesOf(measured: readonly Measured[]): Line[] {
  const [old, young] = [measured.at(-1), measured.at(-2)];
  if (old === undefined) return [];
  return [...old.slowest].flatMap(([name, ms]): Line[] => {
    const told = `admin with ${old.ndas} NDAs: ${name}, p95`;
    const before = young?.slowest.get(name);
    const limit = atMost(told, ms, MOST_MS, 'ms');
    if (before === undefined) return [limit];
    const growth = { siegel: ms, baseline: before, most: MOST_GROWTH, unit: 'ms' };
    return [limit, notSlower(`  beside ${young?.ndas ?? 0} NDAs`, growth)];
  });
}
