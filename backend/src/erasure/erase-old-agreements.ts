import type { RetentionDays } from '../nda/nda.commands.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import { type FindBefore, type RetentionParts, retentionRound } from './retention-round.js';

export interface OldAgreementsParts extends RetentionParts {
  /** Finds agreements that became complete before a given time. */
  readonly completedBefore: FindBefore;
  /** Finds agreements that only Party 1 has signed, and in which no party has acted since a given time. */
  readonly unfinishedBefore: FindBefore;
  readonly keptFor: RetentionDays;
}

const PASSED_OVER =
  'Agreements could not be erased after their retention (RETENTION_COMPLETED_DAYS, RETENTION_UNFINISHED_DAYS). They are skipped now and tried again later; siegel replay <id> shows what is wrong with each.';

/**
 * Erases signed agreements after their retention. Complete and incomplete agreements have different
 * retentions (rule:agreements-are-erased).
 */
export function eraseOldAgreements({
  completedBefore,
  unfinishedBefore,
  keptFor,
  ...parts
}: OldAgreementsParts): readonly Scheduled[] {
  const command = { type: 'EraseNda', reason: 'retention', pastTime: keptFor } as const;
  return [
    retentionRound(parts, {
      name: 'erase-completed-agreements',
      find: completedBefore,
      days: keptFor.completedDays,
      command,
      passedOver: PASSED_OVER,
    }),
    retentionRound(parts, {
      name: 'erase-unfinished-agreements',
      find: unfinishedBefore,
      days: keptFor.unfinishedDays,
      command,
      passedOver: PASSED_OVER,
    }),
  ];
}
