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

/** The obligations of the service, for admin and auditor (rule:obligations). */
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
    summary: 'List what is owed to somebody, oldest first',
    details:
      'Nothing personal is in it. `group` asks for what a person ends, or for what the service works on. Of a withdrawal it tells which order it names, where that is known. The auditor may read it too.',
    access: 'admin',
    query: ObligationListQuery,
    answers: { 200: json('One page of them', obligationPageSchema) },
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
    summary: 'Say that a person has dealt with it',
    details: 'The id is that of the event that made it owed. What is ended already stays so.',
    access: 'admin',
    path: { id: { type: 'string', format: 'uuid' } },
    body: CloseObligationRequest,
    examples: EXAMPLES.closeObligation,
    answers: { 204: { description: 'It is ended' } },
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
