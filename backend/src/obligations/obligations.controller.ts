import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, Req } from '@nestjs/common';
import { CloseObligationRequest, ObligationListQuery } from '@siegel/contracts/admin/requests';
import { obligationPageSchema, type ObligationView, type Page } from '@siegel/contracts/admin/views';
import { EXAMPLES } from '@siegel/contracts/examples';
import type { FastifyRequest } from 'fastify';
import { Queries } from '../bus/queries.js';
import { Describe, json } from '../http/openapi/route-description.js';
import { commandContextOf } from '../http/requests/request-context.js';
import { Roles } from '../http/callers/role.guard.js';
import { UuidParam } from '../http/requests/uuid-param.pipe.js';
import type { Clock } from '../platform/time/clock.js';
import { CLOCK } from '../platform/wiring/tokens.js';
import { CloseObligation } from './close-obligation.js';
import { ListObligations } from './obligation.queries.js';

/**
 * API calls that list the service's open obligations for admins and auditors, and let an admin close an
 * obligation (rule:obligations).
 */
@Controller('api/admin/obligations')
export class ObligationsController {
  constructor(
    private readonly queries: Queries,
    private readonly closing: CloseObligation,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @Roles('admin', 'auditor')
  @Describe({
    id: 'listObligations',
    tag: 'Administration',
    summary: 'List the open obligations, oldest first',
    details:
      'The list contains no personal data. `group` selects the obligations that a person ends, or those that the service works on. The obligation of a withdrawal names the order, if the service knows it. The auditor may make this call, too.',
    access: 'admin',
    query: ObligationListQuery,
    answers: { 200: json('One page of the obligations', obligationPageSchema) },
  })
  list(@Query() { page, pageSize, ...filter }: ObligationListQuery): Promise<Page<ObligationView>> {
    return this.queries.ask(new ListObligations(page, pageSize, filter));
  }

  @Post(':id/close')
  @Roles('admin')
  @HttpCode(204)
  @Describe({
    id: 'closeObligation',
    tag: 'Administration',
    summary: 'Record that a person has dealt with an obligation',
    details:
      'The id is that of the event that created the obligation. Closing an obligation twice changes nothing.',
    access: 'admin',
    path: { id: { type: 'string', format: 'uuid' } },
    body: CloseObligationRequest,
    examples: EXAMPLES.closeObligation,
    answers: { 204: { description: 'The obligation has ended' } },
    problems: ['not_closable'],
  })
  async close(
    @Param('id', UuidParam) id: string,
    @Body() { note }: CloseObligationRequest,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    const context = commandContextOf(request, 'admin', this.clock);
    await this.closing.close({ about: id, by: 'admin', ...(note === undefined ? {} : { note }) }, context);
  }
}
