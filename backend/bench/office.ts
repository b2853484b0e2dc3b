import { readSecrets } from '#src/app/secrets';
import type { BenchEnvironment } from './bench-environment.js';
import { Customer } from './customer.js';
import { getRequest, timesOf } from './http-load.js';
import { paced } from './machine-pace.js';
import { type Line, only } from './report.js';
import { quantile } from './statistics.js';

/** What the bench asks as somebody who is logged in. */

export interface OfficeCall {
  readonly name: string;
  /** Of the nth time that it is made. */
  readonly path: (n: number) => string;
}

const CONNECTIONS = 4;
const WARM_UP_CALLS = 200;

export async function loggedIn(port: number, dataDir: string): Promise<Customer> {
  const { adminPassword: password } = await readSecrets({ dataDir, production: false }, {});
  const admin = new Customer(port);
  await admin.ask({ method: 'POST', path: '/api/admin/login', body: { password } });
  return admin;
}

export interface Asked {
  readonly port: number;
  readonly calls: readonly OfficeCall[];
  readonly count: number;
}

/** What was measured, and times by which this machine was slower than an idle one meanwhile. */
export interface Slowest {
  /** Milliseconds that 95 of 100 answers took at most, by the call's name. */
  readonly slowest: ReadonlyMap<string, number>;
  readonly slower: number;
}

/** Asks calls of all kinds, mixed evenly, some at once, after fewer that do not count. @throws Error where one fails */
export async function slowestOf(
  { dataDir }: BenchEnvironment,
  { port, calls, count }: Asked,
): Promise<Slowest> {
  const { cookie } = await loggedIn(port, dataDir);
  const ask = async (times: number): Promise<ReadonlyMap<string, number>> => {
    const asked = Array.from({ length: times }, (_, n) => calls[n % calls.length] as OfficeCall);
    const requests = asked.map(({ path }, n) => getRequest(path(n), { cookie }));
    const took = await timesOf({ port, connections: CONNECTIONS, requests, status: 200 });
    const ofCall = (call: OfficeCall) => took.filter((_, n) => asked[n] === call);
    return new Map(calls.map((call) => [call.name, quantile(ofCall(call), 0.95)]));
  };
  await ask(WARM_UP_CALLS);
  const { result, slower } = await paced(dataDir, () => ask(count));
  return { slowest: result, slower };
}

/** To stand above the lines whose limits it stretches. */
export const paceLine = (slower: number): Line => only('office: this machine by an idle one', slower, '×');
