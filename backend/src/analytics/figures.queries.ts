import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { DayRange } from '@siegel/contracts/analytics/days';
import type { AdminAnalyticsView, AnalyticsSummaryView } from '@siegel/contracts/analytics/views';
import type { Pool } from 'pg';
import { POOL } from '../platform/wiring/tokens.js';
import { SUMS } from './figures.js';
import type { Summand } from '../eventsourcing/projections/sums.js';
import { adminFigures, type DaySum, summaryOf } from './figures-view.js';
import { UNCOUNTED } from './page-view.entity.js';

/** Returns the figures for a range of at most `SUMMARY_DAYS_MAX` days. */
export class ReadSummary extends Query<AnalyticsSummaryView> {
  constructor(readonly range: DayRange) {
    super();
  }
}

const FIRST = '$1::text::date';
const LAST = '$2::text::date';
const midnight = (day: string): string => `(${day})::timestamp AT TIME ZONE 'Europe/Berlin'`;

/**
 * A single statement, so that all its parts read the same snapshot. In a snapshot, a visit is either in its
 * sum or still an uncounted row. The number of rows that the statement reads grows with the requested days,
 * but not with the visits and NDAs of a day.
 */
const SUMMARY = `
  SELECT 'page' AS kind, NULL AS day, name, sum(value)::integer AS value FROM (
    SELECT name, value FROM visit_sums WHERE kind = 'page' AND day BETWEEN ${FIRST} AND ${LAST}
    UNION ALL
    SELECT page, count(*) FROM page_views
    WHERE ${UNCOUNTED} AND "timestamp" >= ${midnight(FIRST)} AND "timestamp" < ${midnight(`${LAST} + 1`)}
    GROUP BY page) AS views
  GROUP BY name
  UNION ALL
  SELECT 'step', to_char(day, 'YYYY-MM-DD'), name, sum(value)::integer FROM (
    SELECT day, name, value FROM visit_sums WHERE kind = 'step' AND day BETWEEN ${FIRST} AND ${LAST}
    UNION ALL
    SELECT day, event_type, count(*) FROM funnel_events
    WHERE ${UNCOUNTED} AND day BETWEEN ${FIRST} AND ${LAST}
    GROUP BY day, event_type) AS steps
  GROUP BY day, name
  UNION ALL
  SELECT 'step', part, name, value::integer FROM figure_sums
  WHERE name IN ('${SUMS.created}', '${SUMS.signed}', '${SUMS.paid}') AND part BETWEEN $1 AND $2`;

@QueryHandler(ReadSummary)
export class ReadSummaryHandler implements IQueryHandler<ReadSummary> {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async execute({ range: { startDate, endDate } }: ReadSummary) {
    const { rows } = await this.pool.query<DaySum>({
      name: 'analytics-summary',
      text: SUMMARY,
      values: [startDate, endDate],
    });
    return summaryOf(rows);
  }
}

/** Returns the current figures. */
export class ReadAdminFigures extends Query<AdminAnalyticsView> {}

@QueryHandler(ReadAdminFigures)
export class ReadAdminFiguresHandler implements IQueryHandler<ReadAdminFigures> {
  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async execute() {
    const { rows } = await this.pool.query<Summand>({
      name: 'admin-figures',
      text: 'SELECT name, part, value::float8 AS value FROM figure_sums WHERE name = ANY($1)',
      values: [[SUMS.status, SUMS.allPaid, SUMS.paymentOpen, SUMS.revenue]],
    });
    return adminFigures(rows);
  }
}
