import { Controller, Get, Header, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Describe, file } from '../http/openapi/route-description.js';
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
  @Describe({
    id: 'readDocumentByLink',
    tag: 'Signing page',
    summary: 'Have the signed PDF, through the link that was signed with',
    details: 'For 30 days after the signature (rule:used-link-serves-thirty-days).',
    access: 'everybody',
    path: {
      token: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$', description: 'The secret in the link' },
    },
    answers: { 200: file('application/pdf', 'The document of record', ['Content-Disposition']) },
    problems: [
      'invalid_link',
      'link_expired',
      'link_cancelled',
      'link_replaced',
      'link_used',
      'not_completed',
      'payment_required',
      'document_not_ready',
    ],
  })
  @Header('cache-control', 'no-store')
  async pdf(@Param('token') token: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const { bytes, title, language } = await this.queries.ask(new ReadDocumentByLink(token));
    reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', this.naming.disposition(title, language));
    return bytes;
  }
}
