import { Controller, Delete, Get, HttpStatus, Param, Query, Req, Res } from '@nestjs/common';
import { NdaListQuery } from '@siegel/contracts/admin/requests';
import {
  erasingSchema,
  type ErasingView,
  type NdaListItem,
  ndaPageSchema,
  type SearchPage,
} from '@siegel/contracts/admin/views';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Queries } from '../../bus/queries.js';
import { Describe, json } from '../../http/openapi/route-description.js';
import { Roles } from '../../http/callers/role.guard.js';
import { RouteRules } from '../../http/routes/route-rules.js';
import { UuidParam } from '../../http/requests/uuid-param.pipe.js';
import { Erasures } from './erasures.js';
import { ListNdas } from '../../agreements/finding/listed-ndas.query.js';
import { Readers } from '../../agreements/reading/reader.js';

/**
 * Time limit, in milliseconds, of the call that erases an NDA. It is longer than usual, because the call
 * waits for the destruction of the NDA's key.
 */
const ERASED_WITHIN_MS = 10_000;

/** The admin's calls about all NDAs (rule:admin-and-auditor). */
@Controller('api/admin/ndas')
@Roles('admin')
export class ListedNdasController {
  constructor(
    private readonly queries: Queries,
    private readonly readers: Readers,
    private readonly erasures: Erasures,
  ) {}

  @Get()
  @Describe({
    id: 'listAllNdas',
    tag: 'Administration',
    summary: 'List and search all NDAs',
    details:
      'Newest first, unless `sort` says otherwise. `search` is a part of a title, a name or an e-mail address, or a whole id, or a whole order number. The service records which NDAs it showed.',
    access: 'admin',
    query: NdaListQuery,
    answers: { 200: json('One page of the NDAs', ndaPageSchema) },
  })
  async list(
    @Query() { page, pageSize, search, status, sort }: NdaListQuery,
    @Req() request: FastifyRequest,
  ): Promise<SearchPage<NdaListItem>> {
    const found = await this.queries.ask(new ListNdas({ page, pageSize, search, status, sort }));
    const ids = found.items.map(({ id }) => id);
    await this.readers.recordPage(request, ids, search === undefined ? 'list' : 'search');
    return found;
  }

  @Delete(':id')
  @Describe({
    id: 'eraseNda',
    tag: 'Administration',
    summary: 'Erase an NDA permanently',
    details:
      'The service destroys the key of the NDA, so that nobody can read its personal data afterwards. Amounts and states stay readable. Erasing an NDA twice changes nothing.',
    access: 'admin',
    path: { id: { type: 'string', format: 'uuid' } },
    answers: {
      202: json(
        'Nobody can read the NDA any more. The destruction of its key has not finished yet',
        erasingSchema,
      ),
      204: { description: 'The key of the NDA is destroyed' },
    },
    problems: ['legal_hold'],
  })
  @RouteRules({ answerWithinMs: ERASED_WITHIN_MS })
  async erase(
    @Param('id', UuidParam) id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ErasingView | undefined> {
    if (await this.erasures.erase(id, request)) {
      reply.status(HttpStatus.NO_CONTENT);
      return undefined;
    }
    reply.status(HttpStatus.ACCEPTED);
    return { status: 'erasing' };
  }
}
