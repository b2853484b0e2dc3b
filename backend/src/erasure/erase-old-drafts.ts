import type { Scheduled } from '../platform/jobs/scheduled.js';
import { type FindBefore, type RetentionParts, retentionRound } from './retention-round.js';

export interface OldDraftsParts extends RetentionParts {
  /** Finds drafts that were made before a given time. */
  readonly draftsBefore: FindBefore;
  /** Age in days at which an unsigned draft is erased. */
  readonly days: number;
}

/**
 * Erases unsigned drafts that have reached the age `days`, including replaced drafts
 * (rule:unsigned-drafts-are-erased).
 */
export const eraseOldDrafts = ({ draftsBefore, days, ...parts }: OldDraftsParts): Scheduled =>
  retentionRound(parts, {
    name: 'erase-old-drafts',
    find: draftsBefore,
    days,
    command: { type: 'EraseNda', reason: 'retention', unsignedFor: days },
    passedOver:
      'Drafts could not be erased after their retention (RETENTION_DRAFT_DAYS). They are skipped now and tried again later; siegel replay <id> shows what is wrong with each.',
  });
