import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { FunnelEventRequest, PageViewRequest } from '@siegel/contracts/analytics/requests';
import type { FastifyRequest } from 'fastify';
import { RateLimit } from '../http/rate-limit.decorator.js';
import { originOf } from '../http/request-context.js';
import { isBot } from './bots.js';
import { Visits } from './visits.js';

/** Do Not Track and Global Privacy Control are respected (rule:do-not-track). */
const refusesTracking = ({ headers }: FastifyRequest): boolean =>
  headers['dnt'] === '1' || headers['sec-gpc'] === '1';

/**
 * What pages report (rule:counting-never-disturbs). All is answered alike: a page never waits for it or
 * learns what was kept.
 */
@Controller('api/analytics')
@RateLimit('analytics')
export class AnalyticsController {
  constructor(private readonly visits: Visits) {}

  @Post('page-view')
  @HttpCode(202)
  async pageView(@Body() body: PageViewRequest, @Req() request: FastifyRequest): Promise<void> {
    const { userAgent } = originOf(request);
    if (isBot(userAgent) || refusesTracking(request)) return;
    await this.visits.viewed(body.page, body.sessionId, userAgent);
  }

  /**
   * `created`, `signed` and `paid` are facts of the log: what is posted for them is accepted and not counted
   * (rule:funnel-comes-from-the-log).
   */
  @Post('funnel-event')
  @HttpCode(202)
  async funnelEvent(@Body() body: FunnelEventRequest, @Req() request: FastifyRequest): Promise<void> {
    if (body.eventType !== 'view' || isBot(originOf(request).userAgent)) return;
    await this.visits.openedWizard(body.sessionId);
  }
}
