import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { FunnelEventRequest, PageViewRequest } from '@siegel/contracts/analytics/requests';
import type { FastifyRequest } from 'fastify';
import { RouteRules } from '../http/route-rules.js';
import { originOf } from '../http/request-context.js';
import { countsFunnelEvent, countsPageView, type Visitor } from './counting.js';
import { Visits } from './visits.js';

const visitorOf = (request: FastifyRequest): Visitor => ({
  userAgent: originOf(request).userAgent,
  refusesTracking: request.headers['dnt'] === '1' || request.headers['sec-gpc'] === '1',
});

/**
 * What pages report (rule:counting-never-disturbs). All is answered alike: a page never waits for it or
 * learns what was kept.
 */
@Controller('api/analytics')
export class AnalyticsController {
  constructor(private readonly visits: Visits) {}

  @Post('page-view')
  @HttpCode(202)
  @RouteRules({ limit: 'analytics' })
  async pageView(@Body() body: PageViewRequest, @Req() request: FastifyRequest): Promise<void> {
    const visitor = visitorOf(request);
    if (countsPageView(visitor)) await this.visits.viewed(body.page, body.sessionId, visitor.userAgent);
  }

  @Post('funnel-event')
  @HttpCode(202)
  @RouteRules({ limit: 'analytics' })
  async funnelEvent(@Body() body: FunnelEventRequest, @Req() request: FastifyRequest): Promise<void> {
    if (countsFunnelEvent(body.eventType, visitorOf(request))) await this.visits.openedWizard(body.sessionId);
  }
}
