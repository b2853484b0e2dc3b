import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import { ndaDecider } from '../nda/nda.decider.js';
import type { Clock } from '../platform/clock.js';
import { derivedId } from '../platform/ids.js';
import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import type { Logger } from '../platform/logging/logger.js';
import { isUnavailable } from '../platform/postgres/unavailable.js';
import { PassedOver } from '../platform/jobs/passed-over.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import { ClocksDisagree } from '../platform/clock-comparison.js';
import { RuleBroken } from '../platform/rule-broken.js';

/** Most drafts looked for at a time. */
const PAGE = 500;
/** Milliseconds for one round; the next goes on where it stopped. */
const ROUND_MS = 10 * 60_000;
const ERASE = { type: 'EraseNda', reason: 'retention', unsignedOnly: true } as const;

/** Place of a draft in the order in which they were made. */
interface DraftPlace {
  readonly createdAt: Date;
  readonly id: string;
}

export interface OldDraftsParts {
  /** Finds drafts that were made before that time and after that place, oldest first. */
  readonly draftsBefore: (
    before: Date,
    after: DraftPlace | undefined,
    limit: number,
  ) => Promise<readonly DraftPlace[]>;
  readonly commands: Commands;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Age in days at which an unsigned draft goes. */
  readonly days: number;
  /** Milliseconds for one round, ten minutes by default. */
  readonly roundMs?: number;
}

/**
 * Drafts that nobody signed, replaced ones included, are erased after their time
 * (rule:unsigned-drafts-are-erased): all that are due, whatever stands at their head. The decider has the last
 * word. One that cannot be erased is passed over, and logged; it is tried again when all others had their turn.
 */
export function eraseOldDrafts(parts: OldDraftsParts): Scheduled {
  const { draftsBefore, clock, days, roundMs = ROUND_MS } = parts;
  let place: DraftPlace | undefined;
  return {
    name: 'erase-old-drafts',
    everyMs: HOUR_MS,
    run: async (signal) => {
      const began = clock.now().getTime();
      const before = new Date(began - days * DAY_MS);
      const failures = new PassedOver(parts.logger);
      try {
        for await (const draft of draftsAfter(draftsBefore, before, place)) {
          if (signal.aborted || clock.now().getTime() - began > roundMs) return;
          // One that finds no answer in time ends this round; the next goes on behind it.
          place = draft;
          await erase(parts, draft.id, failures);
        }
        place = undefined;
      } finally {
        failures.tell('drafts could not be erased after their time and are passed over');
      }
    },
  };
}

async function* draftsAfter(
  find: OldDraftsParts['draftsBefore'],
  before: Date,
  place: DraftPlace | undefined,
): AsyncGenerator<DraftPlace> {
  for (let after = place; ; ) {
    const page = await find(before, after, PAGE);
    yield* page;
    after = page.at(-1);
    if (page.length < PAGE) return;
  }
}

async function erase({ commands, clock }: OldDraftsParts, id: string, failures: PassedOver): Promise<void> {
  const context = systemContext(clock, derivedId('retention', id));
  try {
    await commands.run(ndaDecider, id, ERASE, context);
  } catch (error) {
    // Held or signed since the row was read: it stays.
    if (error instanceof RuleBroken) return;
    // The others would find no answer either.
    if (isUnavailable(error) || error instanceof ClocksDisagree) throw error;
    failures.note(id, error);
  }
}
