import { Controller, Get, Headers, Res } from '@nestjs/common';
import type { SiteView } from '@siegel/contracts/site';
import type { FastifyReply } from 'fastify';
import { Queries } from '../bus/queries.js';
import { ReadSite } from './site.queries.js';

/** Who operates this installation, and what it can do. Public: every page asks. */
@Controller('api/site')
export class SiteController {
  constructor(private readonly queries: Queries) {}

  @Get()
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
