import { Controller, Get, Header, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Queries } from '../bus/queries.js';
import { ReadDocumentByLink } from './signing-page.queries.js';
import { DOCUMENT_NAMING, type DocumentNaming } from './tokens.js';

/** The NDA as Party 2 meets it: by link, without a login (rule:link-is-the-only-proof). */
@Controller('api/remote-signature')
export class SigningPageController {
  constructor(
    private readonly queries: Queries,
    @Inject(DOCUMENT_NAMING) private readonly naming: DocumentNaming,
  ) {}

  @Get(':token/pdf')
  @Header('cache-control', 'no-store')
  async pdf(@Param('token') token: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const { bytes, title, language } = await this.queries.ask(new ReadDocumentByLink(token));
    reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', this.naming.disposition(title, language));
    return bytes;
  }
}
