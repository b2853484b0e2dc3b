import { IsIn, IsOptional, ValidateBy } from 'class-validator';
import { NDA_STATUSES } from '../enums.js';
import { EVENT_PAGE_MAX, EVENT_PAGE_SIZE, NDA_PAGE_SIZE } from '../limits.js';
import { isMoment } from './moment.js';
import { SearchPageQuery } from '../validation/listing.js';
import { withMessage } from '../validation/rules.js';
import { WholeNumberOrAbsent } from '../validation/whole-number.js';

/** States by which the audit filters. An erased NDA matches `erased` only. */
export const AUDITED_STATES = [...NDA_STATUSES, 'erased'] as const;
export type AuditedState = (typeof AUDITED_STATES)[number];

/**
 * `GET /api/audit/ndas?page&pageSize&search&status`. The search matches parts of titles, names and e-mail
 * addresses, and whole order numbers and ids. Erased NDAs are still found by their id.
 */
export class AuditListQuery extends SearchPageQuery {
  override pageSize: number = NDA_PAGE_SIZE;

  @IsOptional()
  @IsIn(AUDITED_STATES, withMessage('validation.invalid'))
  status?: AuditedState;
}

/** Higher than the revision of any history. */
export const REVISION_MAX = 1_000_000_000;

/** `GET /api/audit/ndas/{id}/events?from&limit` */
export class EventListQuery {
  /** Revision of the first event, counted from 0. */
  @WholeNumberOrAbsent(0, REVISION_MAX)
  from: number = 0;

  @WholeNumberOrAbsent(1, EVENT_PAGE_MAX)
  limit: number = EVENT_PAGE_SIZE;
}

const IsMoment = (): PropertyDecorator =>
  ValidateBy({
    name: 'isMoment',
    validator: { validate: isMoment, defaultMessage: () => withMessage('validation.invalid').message },
  });

/** `GET /api/audit/ndas/{id}/at?time=` */
export class MomentQuery {
  /** ISO 8601 with its offset from UTC. */
  @IsMoment()
  time: string;
}
