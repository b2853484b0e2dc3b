import { Controller, Get, Inject, Query } from '@nestjs/common';
import { SUMMARY_DAYS_DEFAULT, SUMMARY_DAYS_MAX } from '@siegel/contracts/analytics/days';
import { AnalyticsSummaryQuery } from '@siegel/contracts/analytics/requests';
import {
  adminAnalyticsSchema,
  type AdminAnalyticsView,
  analyticsSummarySchema,
  type AnalyticsSummaryView,
} from '@siegel/contracts/analytics/views';
import { berlinDay } from '@siegel/contracts/formats';
import { Queries } from '../bus/queries.js';
import { Describe, json } from '../http/openapi/route-description.js';
import { Roles } from '../http/callers/role.guard.js';
import type { Clock } from '../platform/time/clock.js';
import { CLOCK } from '../platform/wiring/tokens.js';
import { ReadAdminFigures, ReadSummary } from './figures.queries.js';
import { summaryRange } from './summary-range.js';

/** Figures for the admin (rule:figures-of-the-admin). Nothing in them is personal. */
@Controller('api')
@Roles('admin')
export class FiguresController {
  constructor(
    private readonly queries: Queries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('analytics/summary')
  @Describe({
    id: 'readAnalyticsSummary',
    tag: 'Administration',
    summary: 'Read page views and the funnel of a range of days',
    details: `Days are days of Europe/Berlin. The range includes its first and its last day. Without an end it ends today. Without a beginning it has ${SUMMARY_DAYS_DEFAULT} days. It may have at most ${SUMMARY_DAYS_MAX} days. \`created\` counts a draft together with the drafts that replaced it as one, on the first day. \`signed\` counts an NDA on the day when both parties had signed. \`paid\` counts an NDA on the day when everything that was owed was paid. An erasure changes none of these figures.`,
    access: 'admin',
    query: AnalyticsSummaryQuery,
    answers: { 200: json('The figures of these days', analyticsSummarySchema) },
  })
  summary(@Query() query: AnalyticsSummaryQuery): Promise<AnalyticsSummaryView> {
    return this.queries.ask(new ReadSummary(summaryRange(query, berlinDay(this.clock.now()))));
  }

  @Get('admin/analytics')
  @Describe({
    id: 'readAdminAnalytics',
    tag: 'Administration',
    summary: 'Read the number of NDAs and their revenue',
    details:
      'The numbers of NDAs leave out discarded and erased NDAs. The revenue includes their money. It is the money paid by card, less refunds and chargebacks.',
    access: 'admin',
    answers: { 200: json('The present figures', adminAnalyticsSchema) },
  })
  figures(): Promise<AdminAnalyticsView> {
    return this.queries.ask(new ReadAdminFigures());
  }
}
