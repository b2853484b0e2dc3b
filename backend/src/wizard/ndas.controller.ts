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
import { fillAgreement } from '@siegel/contracts/agreement/fill';
import { CreateNdaRequest } from '@siegel/contracts/nda/requests';
import type { NdaCreatedView, NdaView } from '@siegel/contracts/nda/view';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CreatorKey } from '../http/creator-key.js';
import { RateLimit } from '../http/rate-limit.decorator.js';
import { UuidParam } from '../http/uuid-param.pipe.js';
import { documentIsOwed, requireCompleteAndPaid, requireDocumentFor } from '../nda/rules/document.js';
import { RuleBroken } from '../platform/rule-broken.js';
import { Drafts } from './drafts.js';
import { idempotencyKeyOf, lostCookie } from './idempotency-key.js';
import { NdaAccess } from './nda-access.js';
import { NdaQueries } from './nda.queries.js';
import { Party1 } from './party1.js';
import { DELIVERY_SERVICE, type DeliveryService } from './tokens.js';

/** The NDA as Party 1 (rule:creator-key) makes and reads it. */
@Controller('api/ndas')
export class NdasController {
  constructor(
    private readonly drafts: Drafts,
    private readonly queries: NdaQueries,
    private readonly access: NdaAccess,
    private readonly party1: Party1,
    private readonly creatorKey: CreatorKey,
    @Inject(DELIVERY_SERVICE) private readonly delivery: DeliveryService,
  ) {}

  @Post()
  @RateLimit('ndas')
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

  @Get(':id')
  async read(
    @Param('id', UuidParam) id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NdaView | undefined> {
    const row = await this.access.read(id, request);
    const etag = `"${row.id}.${row.revision}"`;
    reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (matches(request.headers['if-none-match'], etag)) {
      reply.status(304);
      return undefined;
    }
    return this.queries.view(row);
  }

  @Get(':id/agreement')
  async agreement(
    @Param('id', UuidParam) id: string,
    @Req() request: FastifyRequest,
  ): Promise<{ agreement: AgreementDocument; agreementHash: string }> {
    const row = await this.access.read(id, request);
    const { issueDate } = row;
    const view = await this.queries.view(row);
    return { agreement: fillAgreement({ ...view, issueDate }), agreementHash: row.agreementHash };
  }

  @Get(':id/signatures/:party')
  @Header('content-type', 'image/png')
  @Header('cache-control', 'private, max-age=31536000, immutable')
  async signature(
    @Param('id', UuidParam) id: string,
    @Param('party') party: string,
    @Req() request: FastifyRequest,
  ): Promise<Buffer> {
    const row = await this.access.read(id, request);
    const image =
      party === '1' || party === '2' ? await this.queries.signature(row, party === '1' ? 1 : 2) : undefined;
    if (image === undefined) throw new RuleBroken('not_found');
    return image;
  }

  @Get(':id/pdf')
  async pdf(
    @Param('id', UuidParam) id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    const { row, role } = await this.access.readAs(id, request);
    requireDocumentFor(role, row);
    const bytes =
      (await this.queries.document(row)) ?? (role === 'admin' ? await this.delivery.unsealed(id) : undefined);
    if (bytes === undefined) throw new RuleBroken('document_not_ready');
    const { ideaTitle } = await this.queries.view(row);
    reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', this.delivery.disposition(ideaTitle, row.language))
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
    const { row } = await this.access.readAs(id, request);
    requireCompleteAndPaid(row);
    if (documentIsOwed(row)) await this.delivery.ask(id);
    else reply.status(200);
    return this.queries.view(row);
  }
}

/** An unchanged NDA is 304 (rule:unchanged-is-304). */
const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*');
