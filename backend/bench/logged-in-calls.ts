import type { BenchBackendOptions } from './backend.tasks.js';
import type { BenchEnvironment } from './bench-environment.js';
import { Customer } from './customer.js';
import { runConcurrently } from './load.js';
import { type Line, only } from './report.js';
import { untilCaughtUp, postponeJobs, untilSettled } from './running.js';
import { quantile } from './statistics.js';

/** Calls that the bench makes as a logged-in admin, and how it measures them. */

export interface LoggedInCall {
  readonly name: string;
  /** Path of the nth call of this name. */
  readonly path: (n: number) => string;
}

const CONCURRENCY = 4;
const WARM_UP_CALLS = 200;

export async function loggedIn(environment: BenchEnvironment, port: number): Promise<Customer> {
  const { adminPassword: password } = await environment.secrets();
  const admin = new Customer(port);
  await admin.ask({ method: 'POST', path: '/api/admin/login', body: { password } });
  return admin;
}

/**
 * Starts a backend, waits until it has read a long log, and postpones the jobs that follow from the log.
 * @param but names of tasks whose jobs are not postponed
 * @returns the backend's port
 */
export async function readBackend(
  environment: BenchEnvironment,
  options: Omit<BenchBackendOptions, 'dataDir'>,
  but?: readonly string[],
): Promise<number> {
  const { port } = await environment.backend(options);
  await untilCaughtUp(port);
  await postponeJobs(await environment.client(options.databaseUrl), but);
  await untilSettled(port);
  return port;
}

/**
 * The times of the calls, and the factor by which this machine was slower during the calls than an idle
 * machine.
 */
export interface Slowest {
  /** 95th percentile of the milliseconds until a response, by the call's name. */
  readonly slowest: ReadonlyMap<string, number>;
  readonly slower: number;
}

/** Makes calls of all kinds, mixed evenly, four at once, after a warm-up. @throws Error if a call fails */
export async function slowestOf(
  environment: BenchEnvironment,
  { port, calls, count }: { port: number; calls: readonly LoggedInCall[]; count: number },
): Promise<Slowest> {
  const { cookie } = await loggedIn(environment, port);
  const ask = async (times: number): Promise<ReadonlyMap<string, number>> => {
    const took = calls.map((): number[] => []);
    const admins = took.map((ofCall) => new Customer(port, ofCall, cookie));
    const nth = async (n: number): Promise<void> => {
      const path = calls[n % calls.length]?.path(n) ?? '';
      await admins[n % calls.length]?.ask({ method: 'GET', path });
    };
    await runConcurrently(CONCURRENCY, (n) => n < times, nth);
    return new Map(calls.map(({ name }, at) => [name, quantile(took[at] ?? [], 0.95)]));
  };
  await ask(WARM_UP_CALLS);
  const { result, slower } = await environment.paced(() => ask(count));
  return { slowest: result, slower };
}

/**
 * Returns the line with this machine's pace. It is printed above the lines whose limits the pace stretches.
 */
export const paceLine = (slower: number): Line =>
  only('calls of a logged-in person: this machine, times slower than an idle one', slower, '×');
