import { IsIn, IsOptional, IsString, IsUUID, Matches, MaxLength, MinLength } from 'class-validator';
import { FUNNEL_EVENT_TYPES, type FunnelEventType, PAGE_NAMES, type PageName } from '../enums.js';
import { ONE_LINE } from '../validation/lines.js';
import { IsDay, TrimmedOrAbsent } from '../validation/rules.js';
import type { ValidationKey } from '../validation-messages.js';

const withMessage = (message: ValidationKey): { message: ValidationKey } => ({ message });

export const SESSION_ID_MAX = 200;

/** `POST /api/analytics/page-view` */
export class PageViewRequest {
  @IsIn(PAGE_NAMES, withMessage('validation.invalid'))
  page: PageName;

  @IsString(withMessage('validation.required'))
  @MinLength(1, withMessage('validation.required'))
  @MaxLength(SESSION_ID_MAX, withMessage('validation.invalid'))
  @Matches(ONE_LINE, withMessage('validation.oneLine'))
  sessionId: string;
}

/** `POST /api/analytics/funnel-event` */
export class FunnelEventRequest {
  @IsIn(FUNNEL_EVENT_TYPES, withMessage('validation.invalid'))
  eventType: FunnelEventType;

  @IsOptional()
  @IsUUID('all', withMessage('validation.invalid'))
  ndaId?: string | null;

  @IsString(withMessage('validation.required'))
  @MinLength(1, withMessage('validation.required'))
  @MaxLength(SESSION_ID_MAX, withMessage('validation.invalid'))
  @Matches(ONE_LINE, withMessage('validation.oneLine'))
  sessionId: string;
}

/** Characters of `YYYY-MM-DD`. */
const DAY_LENGTH = 10;

/**
 * `GET /api/analytics/summary?startDate&endDate`: days of Europe/Berlin, both included. An empty day is
 * treated as missing. `rangeProblem` checks the two days together.
 */
export class AnalyticsSummaryQuery {
  @TrimmedOrAbsent(DAY_LENGTH)
  @IsOptional()
  @IsDay()
  startDate?: string;

  @TrimmedOrAbsent(DAY_LENGTH)
  @IsOptional()
  @IsDay()
  endDate?: string;
}
