import type { Pool } from 'pg';
import { owedElsewhere } from '../../app/owed-elsewhere.js';
import { storedSecretsOf } from '../../app/infrastructure.js';
import { Owed } from '../../obligations/owed.js';
import { jobCounts, jobFigures } from '../../platform/jobs/backlog.js';
import { knownSecretsOf } from '../../vault/check-values.js';
import { liveBackends, describeBackends } from '../../vault/live-backends.js';
import { differences } from '../../vault/rules/shared-secrets.js';
import { type Check, fault, ok, type Seen, warning } from './check.js';
import { erasuresCheck } from './erasures-check.js';
import type { Given, Opened } from './given.js';

/** Seconds that a job that is due may wait for a worker. */
const WAITING_LONG = 60;
const WAITING_TOO_LONG = 600;

const START =
  "Start a backend; where one should be running, its log says why it ended ('serving', 'stopped').";
const LOOK = 'Look at the log of the backends; start another one where there is too much for them.';

async function seeBackends({ secrets }: Given, pool: Pool): Promise<Seen> {
  const backends = await liveBackends(pool);
  if (backends.length === 0) return fault('No backend serves on this database.', START);
  const own = { known: knownSecretsOf(storedSecretsOf(secrets)), changing: [] };
  const differing = new Set(backends.flatMap((backend) => differences(own, backend)));
  const says = `${describeBackends(backends)}.`;
  if (differing.size === 0) return ok(says);
  return warning(
    `${says} ${[...differing].toSorted().join(', ')}: a backend has another value than this configuration.`,
    'Give all the same, and restart those that have another.',
  );
}

interface Waiting {
  readonly jobs: number;
  /** Seconds that the oldest which is due has waited; its task. */
  readonly oldest: { readonly task: string; readonly seconds: number } | undefined;
}

/** Pure. */
export function seeWaiting({ jobs, oldest }: Waiting): Seen {
  if (oldest === undefined || oldest.seconds < WAITING_LONG)
    return ok(`${jobs} are there, and none that is due waits for long.`);
  const says = `${jobs} are there; one of ${oldest.task} is due for ${Math.round(oldest.seconds)} s, and no worker has it.`;
  return oldest.seconds < WAITING_TOO_LONG ? warning(says, LOOK) : fault(says, LOOK);
}

async function seeJobs(pool: Pool): Promise<Seen> {
  const counts = await jobCounts(pool);
  const figures = await jobFigures(pool, [...counts.keys()]);
  const [oldest] = [...figures]
    .map(([task, { dueAge }]) => ({ task, seconds: dueAge }))
    .toSorted((one, other) => other.seconds - one.seconds);
  return seeWaiting({ jobs: [...counts.values()].reduce((sum, count) => sum + count, 0), oldest });
}

async function seeObligations({ config, clock }: Given, pool: Pool): Promise<Seen> {
  const open = await new Owed(pool, clock, owedElsewhere(config.retention)).forOperator();
  if (open.length === 0) return ok('Nothing is left to a person, and nothing is late.');
  const told = open.map(
    ({ kind, count, oldest }) => `${count} of ${kind} since ${oldest[0]?.since ?? 'lately'}`,
  );
  return warning(
    `Left to a person, or late: ${told.join(', ')}.`,
    'See the open obligations under Administration; the notes there say what ends each.',
  );
}

/** What backends do, and have not done yet. */
export const workChecks = (given: Given, opened: Opened): readonly Check[] => [
  { name: 'backends', needs: ['tables'], todo: START, look: () => seeBackends(given, opened.pool) },
  { name: 'jobs', needs: ['backends'], todo: LOOK, look: () => seeJobs(opened.pool) },
  {
    name: 'obligations',
    needs: ['tables'],
    todo: LOOK,
    look: () => seeObligations(given, opened.pool),
  },
  erasuresCheck(given, opened),
];
