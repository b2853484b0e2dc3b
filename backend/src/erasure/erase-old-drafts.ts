import type { Pool } from 'pg';
import { ndaModel } from '../nda/nda.model.js';
import type { Clock } from '../platform/clock.js';
import { derivedId, newId } from '../platform/ids.js';
import type { CommandRunner } from '../platform/journal/command-runner.js';
import type { Scheduled } from '../platform/reactions/reaction.js';
import { RuleBroken } from '../platform/rule-broken.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Most drafts erased by one round; the next takes the rest. */
const LIMIT = 500;

export interface OldDraftsParts {
  readonly pool: Pool;
  readonly commands: CommandRunner;
  readonly clock: Clock;
  /** Age in days at which an unsigned draft goes. */
  readonly days: number;
}

/** Drafts that nobody signed, replaced ones included, are erased after their time (decisions 12). The decider has the last word. */
export const eraseOldDrafts = ({ pool, commands, clock, days }: OldDraftsParts): Scheduled => ({
  name: 'erase-old-drafts',
  everyMs: HOUR_MS,
  run: async (signal) => {
    const before = new Date(clock.now().getTime() - days * DAY_MS);
    const { rows } = await pool.query<{ id: string }>(
      "SELECT id FROM ndas WHERE status = 'draft' AND created_at < $1 ORDER BY created_at LIMIT $2",
      [before, LIMIT],
    );
    for (const { id } of rows) {
      if (signal.aborted) return;
      const context = {
        commandId: derivedId('retention', id),
        correlationId: newId(),
        causedBy: null,
        actor: 'system',
        at: clock.now().toISOString(),
      } as const;
      try {
        await commands.run(ndaModel, id, { type: 'EraseNda', reason: 'retention', unsignedOnly: true }, context);
      } catch (error) {
        // Under legal hold: it stays until the hold is lifted.
        if (!(error instanceof RuleBroken)) throw error;
      }
    }
  },
});
