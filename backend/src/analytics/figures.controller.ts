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
    summary: 'Read page views and the funnel of some days',
    details: `Days are those of Europe/Berlin, both included: without an end up to today, without a beginning ${SUMMARY_DAYS_DEFAULT} days, at most ${SUMMARY_DAYS_MAX}. \`created\` counts a draft and what took its place once, on its first day; \`signed\` and \`paid\` count an NDA on the day when both had signed, and when all that was owed was paid. An erasure changes none of them.`,
    access: 'admin',
    query: AnalyticsSummaryQuery,
    answers: { 200: json('What happened on these days', analyticsSummarySchema) },
  })
  summary(@Query() query: AnalyticsSummaryQuery): Promise<AnalyticsSummaryView> {
    return this.queries.ask(new ReadSummary(summaryRange(query, berlinDay(this.clock.now()))));
  }

  @Get('admin/analytics')
  @Describe({
    id: 'readAdminAnalytics',
    tag: 'Administration',
    summary: 'Read how many NDAs there are, and what they brought',
    details:
      'What is discarded or erased is in no number of NDAs; its money stays in the revenue, which is what was paid by card less what went back.',
    access: 'admin',
    answers: { 200: json('As things stand', adminAnalyticsSchema) },
  })
  figures(): Promise<AdminAnalyticsView> {
    return this.queries.ask(new ReadAdminFigures());
  }
}
