import {
  Body,
  Controller,
  Get,
  Header,
  Headers,
  HttpCode,
  Inject,
  Param,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { AgreementDocument } from '@siegel/contracts/agreement/document';
import { readNdaSchema } from '@siegel/contracts/admin/views';
import { EXAMPLES } from '@siegel/contracts/examples';
import { CreateNdaRequest } from '@siegel/contracts/nda/requests';
import {
  agreementAnswerSchema,
  ndaCreatedSchema,
  type NdaCreatedView,
  ndaSchema,
  type NdaView,
  ownNdasSchema,
  type OwnNdasView,
} from '@siegel/contracts/nda/view';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Queries } from '../bus/queries.js';
import { CreatorKey } from '../http/callers/creator-key.js';
import { idempotencyKeyOf } from '../http/requests/idempotency-key.js';
import { matchesTag } from '../http/requests/entity-tag.js';
import { Describe, file, json } from '../http/openapi/route-description.js';
import { RouteRules } from '../http/routes/route-rules.js';
import { UuidParam } from '../http/requests/uuid-param.pipe.js';
import { DeliveryRequests } from './delivery-requests.js';
import { Drafts } from './drafts/drafts.js';
import { lostCookieSeed } from './lost-cookie.js';
import type { ReadingRole } from '../agreements/reading/nda-access.js';
import {
  ReadAgreement,
  ReadDocument,
  ReadNda,
  ReadSignature,
} from '../agreements/reading/agreement.queries.js';
import { ListOwnNdas } from '../agreements/finding/own-ndas.query.js';
import { LINKS_OF_NDA } from './nda-links.js';
import { Party1 } from './party1.js';
import { Readers } from '../agreements/reading/reader.js';
import { DELIVERY_SERVICE, type DeliveryService } from '../agreements/reading/tokens.js';

/**
 * Returns the value of `Cache-Control`. Party 1's browser revalidates each response, so it shows nothing once
 * the creator key is forgotten or the NDA is erased. An admin's browser must not store responses, because the
 * service has to record each time that an admin reads an NDA.
 */
const cachingFor = (role: ReadingRole): string =>
  role === 'party1' ? 'private, no-cache' : 'private, no-store';

/**
 * Time limit, in milliseconds, for reading the document. If there is no sealed document yet, an admin gets a
 * document that is rendered on request. This takes seconds for the longest terms.
 */
const RENDER_MS = 12_000;

/** The calls with which Party 1 creates and reads an NDA (rule:creator-key). */
@Controller('api/ndas')
export class NdasController {
  constructor(
    private readonly drafts: Drafts,
    private readonly deliveries: DeliveryRequests,
    private readonly queries: Queries,
    private readonly readers: Readers,
    private readonly party1: Party1,
    private readonly creatorKey: CreatorKey,
    @Inject(DELIVERY_SERVICE) private readonly delivery: DeliveryService,
  ) {}

  @Post()
  @Describe({
    id: 'createNda',
    tag: 'Agreement',
    summary: 'Create a draft',
    details:
      'The call sets the cookie that opens the NDA from then on. `replaces` may name an unsigned draft of the same creator. The service then discards that draft.',
    access: 'everybody',
    body: CreateNdaRequest,
    headers: ['Idempotency-Key'],
    examples: EXAMPLES.createNda,
    answers: {
      201: json('The draft, with a receipt of its creation', ndaCreatedSchema, {
        headers: ['Location', 'Set-Cookie'],
        links: LINKS_OF_NDA,
      }),
    },
    problems: ['not_found', 'nda_erased', 'already_signed', 'nda_discarded'],
  })
  @RouteRules({ limit: 'ndas' })
  async create(
    @Body() terms: CreateNdaRequest,
    @Headers('idempotency-key') header: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NdaCreatedView> {
    const idempotencyKey = idempotencyKeyOf(header);
    const creatorKeyHash = this.creatorKey.ensure(request, reply, lostCookieSeed(idempotencyKey, terms));
    const ownKeys = this.creatorKey.hashesOf(request);
    const context = this.party1.context(request);
    const created = await this.drafts.create({ terms, idempotencyKey, creatorKeyHash, ownKeys, context });
    reply.header('location', `/api/ndas/${created.id}`);
    return created;
  }

  /** Returns the NDAs that this browser can open. The list is empty if it can open none. */
  @Get()
  @Describe({
    id: 'listNdas',
    tag: 'Agreement',
    summary: 'List the NDAs that this browser opens',
    access: 'everybody',
    answers: {
      200: json(
        'The newest NDAs, newest first. The list is empty for a browser that opens none',
        ownNdasSchema,
      ),
    },
  })
  list(@Req() request: FastifyRequest): Promise<OwnNdasView> {
    return this.queries.ask(new ListOwnNdas(this.creatorKey.hashesOf(request)));
  }

  @Get(':id')
  @Describe({
    id: 'readNda',
    tag: 'Agreement',
    summary: 'Read the NDA',
    access: 'creator-or-admin',
    headers: ['If-None-Match'],
    answers: {
      200: json('The NDA as its creator reads it', readNdaSchema, { headers: ['ETag'] }),
      304: {
        description: 'The NDA has not changed since the version that the client knows',
        headers: ['ETag'],
      },
    },
    problems: ['nda_discarded'],
  })
  async read(
    @Param('id', UuidParam) id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NdaView | undefined> {
    const query = new ReadNda(id, this.readers.of(request), request.headers['if-none-match']);
    const { tag, nda, role } = await this.queries.ask(query);
    reply.header('etag', tag).header('cache-control', cachingFor(role));
    if (nda === undefined) reply.status(304);
    return nda;
  }

  @Get(':id/agreement')
  @Describe({
    id: 'readAgreement',
    tag: 'Agreement',
    summary: 'Read the text of the agreement',
    access: 'creator-or-admin',
    answers: { 200: json('The text, with its hash', agreementAnswerSchema) },
    problems: ['nda_discarded'],
  })
  agreement(
    @Param('id', UuidParam) id: string,
    @Req() request: FastifyRequest,
  ): Promise<{ agreement: AgreementDocument; agreementHash: string }> {
    return this.queries.ask(new ReadAgreement(id, this.readers.of(request)));
  }

  @Get(':id/signatures/:party')
  @Describe({
    id: 'readSignature',
    tag: 'Agreement',
    summary: "Get the picture of a party's signature",
    access: 'creator-or-admin',
    path: { party: { type: 'string', enum: ['1', '2'] } },
    headers: ['If-None-Match'],
    answers: {
      200: file('image/png', 'The picture as it was drawn', ['ETag']),
      304: { description: 'The client already has the picture', headers: ['ETag'] },
    },
    problems: ['nda_discarded'],
  })
  @Header('content-type', 'image/png')
  async signature(
    @Param('id', UuidParam) id: string,
    @Param('party') party: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | undefined> {
    const signer = party === '1' ? 1 : party === '2' ? 2 : undefined;
    const { image, role } = await this.queries.ask(new ReadSignature(id, signer, this.readers.of(request)));
    const tag = `"${createHash('sha256').update(image).digest('hex')}"`;
    reply.header('etag', tag).header('cache-control', cachingFor(role));
    if (!matchesTag(request.headers['if-none-match'], tag)) return image;
    reply.status(304);
    return undefined;
  }

  @Get(':id/pdf')
  @Describe({
    id: 'readDocument',
    tag: 'Agreement',
    summary: 'Get the signed PDF',
    access: 'creator-or-admin',
    answers: { 200: file('application/pdf', 'The document of record', ['Content-Disposition']) },
    problems: ['nda_discarded', 'not_completed', 'payment_required', 'document_not_ready'],
  })
  @RouteRules({ answerWithinMs: RENDER_MS })
  async pdf(
    @Param('id', UuidParam) id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const { bytes, title, language } = await this.queries.ask(new ReadDocument(id, this.readers.of(request)));
    reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', this.delivery.disposition(title, language))
      .header('cache-control', 'private, no-store');
    return bytes;
  }

  @Post(':id/send-email')
  @Describe({
    id: 'sendEmail',
    tag: 'Agreement',
    summary: 'Send the document now',
    details:
      'A document that was already sent is not sent again. Every other mail that is owed, such as an order confirmation, is sent too. The content of a request body is ignored.',
    access: 'creator-or-admin',
    answers: {
      200: json('The document was already sent', ndaSchema),
      202: json('The service will send the document', ndaSchema),
    },
    problems: ['nda_discarded', 'not_completed', 'payment_required'],
  })
  @HttpCode(202)
  @RouteRules({ limit: 'sendEmail' })
  async sendEmail(
    @Param('id', UuidParam) id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NdaView> {
    const nda = await this.deliveries.ask(id, this.readers.of(request));
    if (nda.status === 'sent') reply.status(200);
    return nda;
  }
}
