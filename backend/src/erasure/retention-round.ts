import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import type { EraseNda } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { Clock } from '../platform/time/clock.js';
import { ClocksDisagree } from '../platform/time/clock-comparison.js';
import { derivedId } from '../platform/crypto/ids.js';
import type { KeyedJob } from '../platform/jobs/enqueue.js';
import { SkippedItems } from '../platform/jobs/skipped-items.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import type { Logger } from '../platform/logging/logger.js';
import { isUnavailable } from '../platform/postgres/unavailable.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { eraseWhenOpened } from './erase-when-opened.js';

/** Maximum number of NDAs that a query returns. */
const PAGE = 500;
/** Milliseconds after which a round stops. The next round continues where the last round stopped. */
const ROUND_MS = 10 * 60_000;

/**
 * Position of an NDA in a list that is ordered by `at`. The NDA's retention is counted from the time `at`.
 */
export interface RetentionCursor {
  readonly at: Date;
  readonly id: string;
}

/**
 * Finds NDAs whose retention is counted from a time before `before`. Returns the NDAs after the position
 * `after`, oldest first.
 */
export type FindBefore = (
  before: Date,
  after: RetentionCursor | undefined,
  limit: number,
) => Promise<readonly RetentionCursor[]>;

export interface RetentionParts {
  readonly commands: Commands;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Enqueues jobs that are not in the queue yet. */
  readonly enqueue: (jobs: readonly KeyedJob[]) => Promise<unknown>;
  /** Milliseconds after which a round stops; ten minutes by default. */
  readonly roundMs?: number | undefined;
}

/** The scheduled task of a retention. */
type Round = Scheduled;

export interface Retention {
  /** Name of the scheduled task. */
  readonly name: string;
  readonly find: FindBefore;
  /** Age in days at which an NDA is erased. */
  readonly days: number;
  readonly command: EraseNda;
  /** Log message if some NDAs could not be erased. */
  readonly passedOver: string;
}

/**
 * Returns a task that every hour erases all NDAs of one kind whose retention is over. The decider has the
 * final say. An NDA that cannot be erased is skipped and logged, so that it does not delay the NDAs after it.
 * It is retried once all other NDAs had their turn. A closed NDA gets a job that waits for its repair.
 */
export function retentionRound(parts: RetentionParts, retention: Retention): Round {
  const { clock, roundMs = ROUND_MS } = parts;
  const { name, find, days, command, passedOver } = retention;
  let place: RetentionCursor | undefined;
  return {
    name,
    everyMs: HOUR_MS,
    run: async (signal) => {
      const began = clock.now().getTime();
      const before = new Date(began - days * DAY_MS);
      const failures = new SkippedItems(parts.logger);
      try {
        for await (const due of foundAfter(find, before, place)) {
          if (signal.aborted || clock.now().getTime() - began > roundMs) return;
          // The position is saved before the command runs. If the command gets no response in time, this
          // round ends, and the next round continues after this NDA.
          place = due;
          await erase(parts, { id: due.id, command, failures });
        }
        place = undefined;
      } finally {
        failures.log(passedOver);
      }
    },
  };
}

async function* foundAfter(
  find: FindBefore,
  before: Date,
  place: RetentionCursor | undefined,
): AsyncGenerator<RetentionCursor> {
  for (let after = place; ; ) {
    const page = await find(before, after, PAGE);
    yield* page;
    after = page.at(-1);
    if (page.length < PAGE) return;
  }
}

interface Erasing {
  readonly id: string;
  readonly command: EraseNda;
  readonly failures: SkippedItems;
}

async function erase(
  { commands, clock, enqueue }: RetentionParts,
  { id, command, failures }: Erasing,
): Promise<void> {
  const context = systemContext(clock, derivedId('retention', id));
  try {
    await commands.run(ndaDecider, id, command, context);
  } catch (error) {
    // The NDA was put under legal hold or signed after its row was read, so it stays.
    if (error instanceof RuleBroken) return;
    // The commands for the other NDAs would fail too.
    if (isUnavailable(error) || error instanceof ClocksDisagree) throw error;
    if (error instanceof StreamUntrusted) await enqueue([eraseWhenOpened(id)]);
    else failures.add(id, error);
  }
}
