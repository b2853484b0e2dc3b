import { readSecrets } from '#src/app/secrets';
import { getRequest, timesOf } from './http-load.js';
import { measurePace, slowness } from './machine-pace.js';
import { type Line, only } from './report.js';
import { quantile } from './statistics.js';

/** What the bench asks as somebody who is logged in. */

export interface OfficeCall {
  readonly name: string;
  /** Of the nth time that it is made. */
  readonly path: (n: number) => string;
}

/** Milliseconds that 95 of 100 answers took at most, by the call's name. */
export type Slowest = ReadonlyMap<string, number>;

const CONNECTIONS = 4;

/** @returns the cookie of the admin's session */
export async function login(port: number, dataDir: string): Promise<string> {
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

/** What was measured, and times by which this machine was slower than an idle one meanwhile. */
export interface Paced {
  readonly slowest: Slowest;
  readonly slower: number;
}

/** @param dataDir where the database's files lie @throws Error where a call fails */
export async function pacedSlowestOf(of: Parameters<typeof slowestOf>[0], dataDir: string): Promise<Paced> {
  const before = await measurePace(dataDir);
  const slowest = await slowestOf(of);
  return { slowest, slower: slowness([before, await measurePace(dataDir)]) };
}

/** To stand above the lines whose limits it stretches. */
export const paceLine = (slower: number): Line => only('office: this machine by an idle one', slower, '×');

/** Calls of all kinds, mixed evenly, four at once. @throws Error where one of them fails */
export async function slowestOf(of: {
  readonly port: number;
  readonly cookie: string;
  readonly calls: readonly OfficeCall[];
  readonly count: number;
}): Promise<Slowest> {
  const { port, cookie, calls, count } = of;
  const asked = Array.from({ length: count }, (_, n) => calls[n % calls.length] as OfficeCall);
  const requests = asked.map(({ path }, n) => getRequest(path(n), { cookie }));
  const took = await timesOf({ port, connections: CONNECTIONS, requests, status: 200 });
  const times = new Map<string, number[]>(calls.map(({ name }) => [name, []]));
  for (const [n, call] of asked.entries()) times.get(call.name)?.push(took[n] ?? Number.NaN);
  return new Map([...times].map(([name, all]) => [name, quantile(all, 0.95)]));
}
