import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import { ndaDecider } from '../nda/nda.decider.js';
import type { Clock } from '../platform/clock.js';
import { derivedId } from '../platform/ids.js';
import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
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
  /** Age in days at which an unsigned draft goes. */
  readonly days: number;
  /** Milliseconds for one round, ten minutes by default. */
  readonly roundMs?: number;
}

/**
 * Drafts that nobody signed, replaced ones included, are erased after their time
 * (rule:unsigned-drafts-are-erased): all that are due, whatever stands at their head. The decider has the last
 * word.
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
      for (;;) {
        const page = await draftsBefore(before, place, PAGE);
        for (const draft of page) {
          if (signal.aborted || clock.now().getTime() - began > roundMs) return;
          // One that cannot be erased at all ends this round; the next goes on behind it.
          place = draft;
          await erase(parts, draft.id);
        }
        if (page.length < PAGE) break;
      }
      place = undefined;
    },
  };
}

async function erase({ commands, clock }: OldDraftsParts, id: string): Promise<void> {
  const context = systemContext(clock, derivedId('retention', id));
  try {
    await commands.run(ndaDecider, id, ERASE, context);
  } catch (error) {
    // Held or signed since the row was read: it stays.
    if (!(error instanceof RuleBroken)) throw error;
  }
}
