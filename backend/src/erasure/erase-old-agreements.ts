import type { KeptFor } from '../nda/nda.commands.js';
import type { Scheduled } from '../platform/jobs/scheduled.js';
import { type FindBefore, type RetentionParts, retentionRound } from './retention-round.js';

export interface OldAgreementsParts extends RetentionParts {
  /** Finds agreements that became complete before. */
  readonly completedBefore: FindBefore;
  /** Finds agreements that Party 1 alone has signed, and on which no party did anything since before. */
  readonly unfinishedBefore: FindBefore;
  readonly keptFor: KeptFor;
}

const PASSED_OVER = 'agreements could not be erased after their time and are passed over';

/**
 * Agreements that somebody signed are erased after their time, complete ones and others each after their own
 * (rule:agreements-are-erased).
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
