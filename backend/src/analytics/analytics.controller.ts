import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { FunnelEventRequest, PageViewRequest } from '@siegel/contracts/analytics/requests';
import { EXAMPLES } from '@siegel/contracts/examples';
import type { FastifyRequest } from 'fastify';
import { Describe } from '../http/openapi/route-description.js';
import { RouteRules } from '../http/routes/route-rules.js';
import { originOf } from '../http/requests/request-context.js';
import { countsFunnelEvent, countsPageView, type Visitor } from './counting.js';
import { Visits } from './visits.js';

const visitorOf = (request: FastifyRequest): Visitor => ({
  userAgent: originOf(request).userAgent,
  refusesTracking: request.headers['dnt'] === '1' || request.headers['sec-gpc'] === '1',
});

const TAKEN = {
  202: { description: 'The report was accepted. The answer does not say whether it was counted' },
};

/**
 * Receives reports from pages (rule:counting-never-disturbs). The response is always the same, so a page does
 * not learn whether its report was stored. No page waits for the response.
 */
@Controller('api/analytics')
export class AnalyticsController {
  constructor(private readonly visits: Visits) {}

  @Post('page-view')
  @HttpCode(202)
  @Describe({
    id: 'recordPageView',
    tag: 'Site',
    summary: 'Report that a page was viewed',
    access: 'everybody',
    body: PageViewRequest,
    examples: EXAMPLES.recordPageView,
    answers: TAKEN,
  })
  @RouteRules({ limit: 'analytics' })
  async pageView(@Body() body: PageViewRequest, @Req() request: FastifyRequest): Promise<void> {
    const visitor = visitorOf(request);
    if (countsPageView(visitor)) await this.visits.viewed(body.page, body.sessionId, visitor.userAgent);
  }

  @Post('funnel-event')
  @HttpCode(202)
  @Describe({
    id: 'recordFunnelEvent',
    tag: 'Site',
    summary: 'Report that a visitor reached a step of the funnel',
    access: 'everybody',
    body: FunnelEventRequest,
    examples: EXAMPLES.recordFunnelEvent,
    answers: TAKEN,
  })
  @RouteRules({ limit: 'analytics' })
  async funnelEvent(@Body() body: FunnelEventRequest, @Req() request: FastifyRequest): Promise<void> {
    if (countsFunnelEvent(body.eventType, visitorOf(request))) await this.visits.openedWizard(body.sessionId);
  }
}
