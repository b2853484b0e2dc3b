import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import { ndaDecider } from '../nda/nda.decider.js';
import type { Clock } from '../platform/clock.js';
import { derivedId } from '../platform/ids.js';
import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import { RuleBroken } from '../platform/rule-broken.js';

/** Most drafts erased by one round; the next takes the rest. */
const LIMIT = 500;
const ERASE = { type: 'EraseNda', reason: 'retention', unsignedOnly: true } as const;

export interface OldDraftsParts {
  /** Finds the ids of drafts that were made before that time. */
  readonly draftsBefore: (before: Date, limit: number) => Promise<readonly string[]>;
  readonly commands: Commands;
  readonly clock: Clock;
  /** Age in days at which an unsigned draft goes. */
  readonly days: number;
}

/**
 * Drafts that nobody signed, replaced ones included, are erased after their time
 * (rule:unsigned-drafts-are-erased). The decider has the last word.
 */
export const eraseOldDrafts = ({ draftsBefore, commands, clock, days }: OldDraftsParts): Scheduled => ({
  name: 'erase-old-drafts',
  everyMs: HOUR_MS,
  run: async (signal) => {
    const before = new Date(clock.now().getTime() - days * DAY_MS);
    for (const id of await draftsBefore(before, LIMIT)) {
      if (signal.aborted) return;
      const context = systemContext(clock, derivedId('retention', id));
      try {
        await commands.run(ndaDecider, id, ERASE, context);
      } catch (error) {
        // Under legal hold: it stays until the hold is lifted.
        if (!(error instanceof RuleBroken)) throw error;
      }
    }
  },
});
