import { Controller, Get, Headers, Res } from '@nestjs/common';
import { siteSchema, type SiteView } from '@siegel/contracts/site';
import type { FastifyReply } from 'fastify';
import { Queries } from '../bus/queries.js';
import { Describe, json } from '../http/openapi/route-description.js';
import { ReadSite } from './site.queries.js';

/**
 * Serves the facts about this installation's operator and features. They are public, because every page reads
 * them.
 */
@Controller('api/site')
export class SiteController {
  constructor(private readonly queries: Queries) {}

  @Get()
  @Describe({
    id: 'readSite',
    tag: 'Site',
    summary: 'Read who operates this installation, and which functions it has',
    details: 'A value that is not configured is null (rule:operator-is-configuration).',
    access: 'everybody',
    headers: ['If-None-Match'],
    answers: {
      200: json('The operator and the configured functions', siteSchema, { headers: ['ETag'] }),
      304: {
        description: 'The values have not changed since the version that the client knows',
        headers: ['ETag'],
      },
    },
  })
  async read(
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SiteView | undefined> {
    const { tag, site } = await this.queries.ask(new ReadSite(known));
    reply.header('etag', tag).header('cache-control', 'no-cache');
    if (site === undefined) reply.status(304);
    return site;
  }
}
