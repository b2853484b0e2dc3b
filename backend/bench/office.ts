import type { BackendWish } from './backend.tasks.js';
import type { BenchEnvironment } from './bench-environment.js';
import { Customer } from './customer.js';
import { sideBySide } from './load.js';
import { type Line, only } from './report.js';
import { caughtUp, putOffJobs, settled } from './running.js';
import { quantile } from './statistics.js';

/** What the bench asks as somebody who is logged in. */

export interface OfficeCall {
  readonly name: string;
  /** Of the nth time that it is made. */
  readonly path: (n: number) => string;
}

const AT_ONCE = 4;
const WARM_UP_CALLS = 200;

export async function loggedIn(environment: BenchEnvironment, port: number): Promise<Customer> {
  const { adminPassword: password } = await environment.secrets();
  const admin = new Customer(port);
  await admin.ask({ method: 'POST', path: '/api/admin/login', body: { password } });
  return admin;
}

/**
 * A backend that has seen a long log, without what follows from it.
 * @param but tasks of which nothing is put off @returns its port
 */
export async function readBackend(
  environment: BenchEnvironment,
  wish: Omit<BackendWish, 'dataDir'>,
  but?: readonly string[],
): Promise<number> {
  const { port } = await environment.backend(wish);
  await caughtUp(port);
  await putOffJobs(await environment.client(wish.databaseUrl), but);
  await settled(port);
  return port;
}

/** What was measured, and times by which this machine was slower than an idle one meanwhile. */
export interface Slowest {
  /** Milliseconds that 95 of 100 answers took at most, by the call's name. */
  readonly slowest: ReadonlyMap<string, number>;
  readonly slower: number;
}

/** Asks calls of all kinds, mixed evenly, some at once, after fewer that do not count. @throws Error where one fails */
export async function slowestOf(
  environment: BenchEnvironment,
  { port, calls, count }: { port: number; calls: readonly OfficeCall[]; count: number },
): Promise<Slowest> {
  const { cookie } = await loggedIn(environment, port);
  const ask = async (times: number): Promise<ReadonlyMap<string, number>> => {
    const took = calls.map((): number[] => []);
    const admins = took.map((ofCall) => new Customer(port, ofCall, cookie));
    const nth = async (n: number): Promise<void> => {
      const path = calls[n % calls.length]?.path(n) ?? '';
      await admins[n % calls.length]?.ask({ method: 'GET', path });
    };
    await sideBySide(AT_ONCE, (n) => n < times, nth);
    return new Map(calls.map(({ name }, at) => [name, quantile(took[at] ?? [], 0.95)]));
  };
  await ask(WARM_UP_CALLS);
  const { result, slower } = await environment.paced(() => ask(count));
  return { slowest: result, slower };
}

/** To stand above the lines whose limits it stretches. */
export const paceLine = (slower: number): Line => only('office: this machine by an idle one', slower, '×');
