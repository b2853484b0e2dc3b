import type { Pool } from 'pg';
import { knownAdoption } from '../../app/outdated-adoption.js';
import { storedSecretsOf } from '../../app/stored-secrets.js';
import { jobCounts, jobFigures } from '../../platform/jobs/backlog.js';
import { knownSecretsOf } from '../../vault/check-values.js';
import { liveBackends, describeBackends } from '../../vault/live-backends.js';
import { differences } from '../../vault/rules/shared-secrets.js';
import { type Check, fault, ok, type CheckResult, warning } from './check.js';
import { erasuresCheck } from './erasures-check.js';
import type { Context, Connections } from './context.js';

/**
 * Seconds for which a due job has waited for a worker. The check warns at `WAITING_LONG` or more, and reports
 * a fault at `WAITING_TOO_LONG` or more.
 */
const WAITING_LONG = 60;
const WAITING_TOO_LONG = 600;

const START =
  "Start a backend. If one should be running, its log says why it ended (look for 'serving' and 'stopped').";
const LOOK = 'Read the log lines of the backends. If the backends have too much work, start another backend.';
const REPAIR =
  'Run siegel log:repair <stream> for each closed stream (docs/operations/repairing-a-stream.md). siegel verify:log names the streams.';

async function checkBackends({ secrets }: Context, pool: Pool): Promise<CheckResult> {
  const backends = await liveBackends(pool);
  if (backends.length === 0) return fault('No backend is running on this database.', START);
  const adopted = Object.entries(knownAdoption(secrets)).map(([name, value]) => [name, [value]] as const);
  const known = { ...knownSecretsOf(storedSecretsOf(secrets)), ...Object.fromEntries(adopted) };
  const own = { known, changing: [] };
  const differing = new Set(backends.flatMap((backend) => differences(own, backend)));
  const says = `${describeBackends(backends)}.`;
  if (differing.size === 0) return ok(says);
  return warning(
    `${says} In at least one backend, the values of these variables differ from this configuration: ${[...differing].toSorted().join(', ')}.`,
    'Set the same values for all backends, and restart the backends whose values you changed.',
  );
}

interface Waiting {
  /** Number of all jobs, parked jobs included. */
  readonly jobs: number;
  readonly parked: number;
  /** The task of the oldest due job, and the seconds for which the job has waited. */
  readonly oldest: { readonly task: string; readonly seconds: number } | undefined;
}

/** Pure. */
export function checkWaiting({ jobs, parked, oldest }: Waiting): CheckResult {
  const counted = jobs === 1 ? '1 job is' : `${jobs} jobs are`;
  if (oldest === undefined || oldest.seconds < WAITING_LONG) {
    const inTime = `${counted} in the queue; no due job has waited ${WAITING_LONG} s or longer.`;
    return parked === 0
      ? ok(inTime)
      : warning(`${inTime} ${parked} of them wait until a closed stream is repaired.`, REPAIR);
  }
  const says = `${counted} in the queue; a ${oldest.task} job is ${Math.round(oldest.seconds)} s overdue (limit ${WAITING_LONG} s), and no worker has claimed it. Is a worker running?`;
  return oldest.seconds < WAITING_TOO_LONG ? warning(says, LOOK) : fault(says, LOOK);
}

async function checkJobs(pool: Pool): Promise<CheckResult> {
  const counts = await jobCounts(pool);
  const figures = await jobFigures(pool, [...counts.keys()]);
  const [oldest] = [...figures]
    .map(([task, { dueAge }]) => ({ task, seconds: dueAge }))
    .toSorted((one, other) => other.seconds - one.seconds);
  const sum = (numbers: Iterable<number>): number => [...numbers].reduce((one, other) => one + other, 0);
  const parked = sum([...figures.values()].map((one) => one.parked));
  return checkWaiting({ jobs: sum(counts.values()), parked, oldest });
}

/** Returns the checks of the backends, their jobs and the lists of erasures. */
export const workChecks = (context: Context, connections: Connections): readonly Check[] => [
  { name: 'backends', needs: ['tables'], todo: START, run: () => checkBackends(context, connections.pool) },
  { name: 'jobs', needs: ['backends'], todo: LOOK, run: () => checkJobs(connections.pool) },
  erasuresCheck(context, connections),
];
