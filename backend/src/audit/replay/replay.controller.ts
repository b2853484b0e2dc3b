import { Controller, Get, Header, Param, Query, Req } from '@nestjs/common';
import { AuditListQuery, EventListQuery, MomentQuery, REVISION_MAX } from '@siegel/contracts/audit/requests';
import {
  auditedEventsSchema,
  type AuditedEventsView,
  auditedNdaPageSchema,
  type AuditedNdaView,
  ndaAtSchema,
  type NdaAtView,
} from '@siegel/contracts/audit/views';
import type { SearchPage } from '@siegel/contracts/admin/views';
import type { FastifyRequest } from 'fastify';
import { Queries } from '../../bus/queries.js';
import { Describe, json } from '../../http/openapi/route-description.js';
import { Roles } from '../../http/callers/role.guard.js';
import { UuidParam } from '../../http/requests/uuid-param.pipe.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { Readers } from '../../agreements/reading/reader.js';
import { ListAuditedNdas } from './audited-ndas.query.js';
import { ReadHistory, ReplayNda } from './replay.queries.js';

const OF_NDA = { id: { type: 'string', format: 'uuid' } } as const;
/** No browser may store a response. Each reading therefore causes a request and is recorded. */
const NOT_KEPT = 'private, no-store';

/**
 * Returns the revision in a path. A text that cannot be a revision gets the same response as an unknown
 * revision.
 */
function revisionIn(text: string): number {
  const revision = /^\d{1,10}$/.test(text) ? Number(text) : REVISION_MAX + 1;
  if (revision > REVISION_MAX) throw new RuleBroken('not_found');
  return revision;
}

/** Shows any NDA event by event, to admin and auditor (rule:replay). */
@Controller('api/audit/ndas')
@Roles('admin', 'auditor')
export class ReplayController {
  constructor(
    private readonly queries: Queries,
    private readonly readers: Readers,
  ) {}

  @Get()
  @Describe({
    id: 'listHistories',
    tag: 'Administration',
    summary: 'List and search the histories of all NDAs',
    details:
      'Newest first. The list includes erased NDAs. They have no personal data any more, so a search finds them only by their whole id. The service records which NDAs it showed. The auditor may make this call, too.',
    access: 'admin',
    query: AuditListQuery,
    answers: { 200: json('One page of the histories', auditedNdaPageSchema) },
  })
  @Header('cache-control', NOT_KEPT)
  async list(
    @Query() { page, pageSize, search, status }: AuditListQuery,
    @Req() request: FastifyRequest,
  ): Promise<SearchPage<AuditedNdaView>> {
    const found = await this.queries.ask(new ListAuditedNdas({ page, pageSize, search, status }));
    const shown = found.items.filter(({ ideaTitle }) => ideaTitle !== null).map(({ id }) => id);
    await this.readers.recordPage(request, shown, search === undefined ? 'list' : 'search');
    return found;
  }

  @Get(':id/events')
  @Describe({
    id: 'listEvents',
    tag: 'Administration',
    summary: 'Read the events of an NDA, oldest first',
    details:
      'Each event has its data, its actor and its cause. After an erasure `data` is null, and the hashes stay. Only the auditor sees the network address and the browser of the actor.',
    access: 'admin',
    path: OF_NDA,
    query: EventListQuery,
    answers: { 200: json('Some of the events, and the number of all events', auditedEventsSchema) },
  })
  @Header('cache-control', NOT_KEPT)
  async events(
    @Param('id', UuidParam) id: string,
    @Query() { from, limit }: EventListQuery,
    @Req() request: FastifyRequest,
  ): Promise<AuditedEventsView> {
    const role = request.session?.role ?? 'admin';
    const { view, isPersonal } = await this.queries.ask(new ReadHistory(id, { from, limit }, role));
    if (isPersonal) await this.readers.recordPage(request, [id], 'history');
    return view;
  }

  @Get(':id/at')
  @Describe({
    id: 'replayNdaAtTime',
    tag: 'Administration',
    summary: 'Read an NDA as it was at a moment',
    details:
      'The answer shows the NDA after the last event at or before that moment. The answer is 404 if the NDA had no event yet.',
    access: 'admin',
    path: OF_NDA,
    query: MomentQuery,
    answers: { 200: json('The NDA at that moment, and the changes by the last event', ndaAtSchema) },
  })
  @Header('cache-control', NOT_KEPT)
  atTime(
    @Param('id', UuidParam) id: string,
    @Query() { time }: MomentQuery,
    @Req() request: FastifyRequest,
  ): Promise<NdaAtView> {
    return this.replay(new ReplayNda(id, { time }), request);
  }

  @Get(':id/at/:revision')
  @Describe({
    id: 'replayNda',
    tag: 'Administration',
    summary: 'Read an NDA as it was after one of its events',
    details: 'Events are counted from 0. Sealed values are null if their key no longer exists.',
    access: 'admin',
    path: { ...OF_NDA, revision: { type: 'integer', minimum: 0, maximum: REVISION_MAX } },
    answers: { 200: json('The NDA after that event, and the changes by that event', ndaAtSchema) },
  })
  @Header('cache-control', NOT_KEPT)
  at(
    @Param('id', UuidParam) id: string,
    @Param('revision') revision: string,
    @Req() request: FastifyRequest,
  ): Promise<NdaAtView> {
    return this.replay(new ReplayNda(id, { revision: revisionIn(revision) }), request);
  }

  private async replay(query: ReplayNda, request: FastifyRequest): Promise<NdaAtView> {
    const { view, isPersonal } = await this.queries.ask(query);
    if (isPersonal) await this.readers.recordPage(request, [query.id], 'history');
    return view;
  }
}
