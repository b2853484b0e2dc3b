import { Body, Controller, Get, Header, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { ErrorCode } from '@siegel/contracts/errors';
import { EXAMPLES } from '@siegel/contracts/examples';
import {
  deadLinkSchema,
  remoteSignatureSchema,
  type RemoteSignatureView,
  remoteSignedSchema,
  type RemoteSignedView,
} from '@siegel/contracts/nda/remote-signature';
import { RemoteSignRequest } from '@siegel/contracts/nda/remote-signature-requests';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Queries } from '../bus/queries.js';
import { Describe, file, json } from '../http/openapi/route-description.js';
import { RouteRules } from '../http/routes/route-rules.js';
import { LinkSignatures } from './link-signatures.js';
import { SIGNING_TOKEN } from './link-tokens-in-paths.js';
import { LinkOpenings } from './link-openings.js';
import { Party2 } from './party2.js';
import { ReadByLink, ReadDocumentByLink } from './signing-page.queries.js';
import { DOCUMENT_NAMING, type DocumentNaming } from './tokens.js';

/** The codes with which a dead link is refused. */
const DEAD: readonly ErrorCode[] = [
  'invalid_link',
  'link_expired',
  'link_cancelled',
  'link_replaced',
  'link_used',
];
const SAYS_SHARE = { 410: deadLinkSchema };

/**
 * Endpoints with which Party 2 reads and signs the NDA. Party 2 needs only its link, and no login
 * (rule:link-is-the-only-proof).
 */
@Controller('api/remote-signature/:token')
export class SigningPageController {
  constructor(
    private readonly queries: Queries,
    private readonly party2: Party2,
    private readonly signatures: LinkSignatures,
    private readonly openings: LinkOpenings,
    @Inject(DOCUMENT_NAMING) private readonly naming: DocumentNaming,
  ) {}

  @Get()
  @Describe({
    id: 'readByLink',
    tag: 'Signing page',
    summary: 'Read the agreement that Party 2 is to sign',
    details:
      'The service does not record this call, because mail programs open links, too. For 30 days after the signature the answer says that Party 2 has signed (rule:used-link-serves-thirty-days). While `untrustedSince` is set, `agreement` has no sections and blanks for everything that a party entered (rule:closed-streams-open-nothing).',
    access: 'everybody',
    path: SIGNING_TOKEN,
    answers: { 200: json('The parts of the NDA that Party 2 may see', remoteSignatureSchema) },
    problems: DEAD,
    problemShapes: SAYS_SHARE,
  })
  @Header('cache-control', 'no-store')
  read(@Param('token') token: string): Promise<RemoteSignatureView> {
    return this.queries.ask(new ReadByLink(token));
  }

  @Post('opened')
  @Describe({
    id: 'recordLinkUsed',
    tag: 'Signing page',
    summary: 'Record that a person uses the link',
    details:
      'Call this at the first gesture of the person on the page. The service records the use once per network address and day (rule:link-used-is-evidence).',
    access: 'everybody',
    path: SIGNING_TOKEN,
    answers: { 204: { description: 'The use is recorded, by this call or an earlier one' } },
    problems: DEAD,
    problemShapes: SAYS_SHARE,
  })
  @HttpCode(204)
  @Header('cache-control', 'no-store')
  async opened(@Param('token') token: string, @Req() request: FastifyRequest): Promise<void> {
    await this.party2.through(token, (link) => this.openings.record(link, this.party2.context(request)));
  }

  @Post('sign')
  @Describe({
    id: 'signByLink',
    tag: 'Signing page',
    summary: 'Sign as Party 2',
    details:
      'If each party pays for itself, Party 2 must pay before it signs. If the answer was lost and nobody has acted since, the client can repeat the call and gets the answer of the first one.',
    access: 'everybody',
    path: SIGNING_TOKEN,
    body: RemoteSignRequest,
    examples: EXAMPLES.signByLink,
    answers: { 200: json('The time of the signature, and a receipt', remoteSignedSchema) },
    problems: [...DEAD, 'payment_required', 'agreement_changed', 'invalid_signature'],
    problemShapes: SAYS_SHARE,
  })
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @RouteRules({ limit: 'signing' })
  sign(
    @Param('token') token: string,
    @Body() body: RemoteSignRequest,
    @Req() request: FastifyRequest,
  ): Promise<RemoteSignedView> {
    const context = this.party2.context(request);
    return this.party2.through(token, (link) => this.signatures.sign(link, body, context));
  }

  @Get('pdf')
  @Describe({
    id: 'readDocumentByLink',
    tag: 'Signing page',
    summary: 'Get the signed PDF through the link with which Party 2 signed',
    details: 'Possible for 30 days after the signature (rule:used-link-serves-thirty-days).',
    access: 'everybody',
    path: SIGNING_TOKEN,
    answers: { 200: file('application/pdf', 'The document of record', ['Content-Disposition']) },
    problems: [...DEAD, 'not_completed', 'payment_required', 'document_not_ready'],
    problemShapes: SAYS_SHARE,
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
