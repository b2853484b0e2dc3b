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
import type { AgreementDocument } from '@siegel/contracts/agreement/document';
import { CreateNdaRequest } from '@siegel/contracts/nda/requests';
import type { NdaCreatedView, NdaView, OwnNdasView } from '@siegel/contracts/nda/view';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Queries } from '../bus/queries.js';
import { CreatorKey } from '../http/creator-key.js';
import { RouteRules } from '../http/route-rules.js';
import { UuidParam } from '../http/uuid-param.pipe.js';
import { DeliveryRequests } from './delivery-requests.js';
import { Drafts } from './drafts.js';
import { idempotencyKeyOf, lostCookie } from './idempotency-key.js';
import { ReadAgreement, ReadDocument, ReadNda, ReadSignature } from './nda.queries.js';
import { ListOwnNdas } from './own-ndas.query.js';
import { Party1 } from './party1.js';
import { Readers } from './reader.js';
import { DELIVERY_SERVICE, type DeliveryService } from './tokens.js';

/** The NDA as Party 1 (rule:creator-key) makes and reads it. */
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
  @RouteRules({ limit: 'ndas' })
  async create(
    @Body() terms: CreateNdaRequest,
    @Headers('idempotency-key') header: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NdaCreatedView> {
    const idempotencyKey = idempotencyKeyOf(header);
    const creatorKeyHash = this.creatorKey.ensure(request, reply, lostCookie(idempotencyKey, terms));
    const context = this.party1.context(request);
    const created = await this.drafts.create({ terms, idempotencyKey, creatorKeyHash, context });
    reply.header('location', `/api/ndas/${created.id}`);
    return created;
  }

  /** Those of this browser; none where it never made one. */
  @Get()
  list(@Req() request: FastifyRequest): Promise<OwnNdasView> {
    return this.queries.ask(new ListOwnNdas(this.creatorKey.hashOf(request)));
  }

  @Get(':id')
  async read(
    @Param('id', UuidParam) id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NdaView | undefined> {
    const query = new ReadNda(id, this.readers.of(request), request.headers['if-none-match']);
    const { tag, nda } = await this.queries.ask(query);
    reply.header('etag', tag).header('cache-control', 'private, no-cache');
    if (nda === undefined) reply.status(304);
    return nda;
  }

  @Get(':id/agreement')
  agreement(
    @Param('id', UuidParam) id: string,
    @Req() request: FastifyRequest,
  ): Promise<{ agreement: AgreementDocument; agreementHash: string }> {
    return this.queries.ask(new ReadAgreement(id, this.readers.of(request)));
  }

  @Get(':id/signatures/:party')
  @Header('content-type', 'image/png')
  async signature(
    @Param('id', UuidParam) id: string,
    @Param('party') party: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const signer = party === '1' ? 1 : party === '2' ? 2 : undefined;
    const { image, role } = await this.queries.ask(new ReadSignature(id, signer, this.readers.of(request)));
    // What an admin read is kept by no browser: each reading is recorded.
    reply.header(
      'cache-control',
      role === 'party1' ? 'private, max-age=31536000, immutable' : 'private, no-store',
    );
    return image;
  }

  @Get(':id/pdf')
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
  @HttpCode(202)
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
