import { createHash } from 'node:crypto';
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
import type { CreateNda } from '../nda/nda.commands.js';
import type { NdaCreated } from '../nda/nda.events.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { Clock } from '../platform/clock.js';
import { CreatorKey } from '../http/creator-key.js';
import { ValidationFailed } from '../http/http-errors.js';
import { RateLimit } from '../http/rate-limit.decorator.js';
import { UuidParam } from '../http/uuid-param.pipe.js';
import { derivedId, newId } from '../platform/ids.js';
import type { Recorded } from '../eventsourcing/journal/event.js';
import { Commands } from '../bus/commands.js';
import { RuleBroken } from '../platform/rule-broken.js';
import { CLOCK, RECEIPTS } from '../platform/tokens.js';
import { canonicalJson } from '../platform/crypto/canonical-json.js';
import type { Receipts } from '../vault/receipts.js';
import { createNdaCommand } from './create-nda.js';
import { discardDraft, discardId } from './discard-replaced-drafts.js';
import { NdaAccess } from './nda-access.js';
import { NdaQueries } from './nda.queries.js';
import { Party1 } from './party1.js';
import { DELIVERY_SERVICE, type DeliveryService } from './tokens.js';

/**
 * From this length on a key is taken for random, and may stand in for a cookie that was lost with the first
 * answer.
 */
const IDEMPOTENCY_KEY_STRONG = 16;

/** The NDA as Party 1 (rule:creator-key) makes and reads it. */
@Controller('api/ndas')
export class NdasController {
  constructor(
    private readonly commands: Commands,
    private readonly queries: NdaQueries,
    private readonly access: NdaAccess,
    private readonly party1: Party1,
    private readonly creatorKey: CreatorKey,
    @Inject(RECEIPTS) private readonly receipts: Receipts,
    @Inject(DELIVERY_SERVICE) private readonly delivery: DeliveryService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post()
  @RateLimit('ndas')
  async create(
    @Body() body: CreateNdaRequest,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NdaCreatedView> {
    const key = idempotencyKey === undefined || idempotencyKey.trim() === '' ? undefined : idempotencyKey;
    const creatorKeyHash = this.creatorKey.ensure(request, reply, lostCookie(key, body));
    const ndaId = key === undefined ? newId() : derivedId('nda', creatorKeyHash, key);
    const replaces =
      body.replaces === undefined ? undefined : await this.draftToReplace(body.replaces, ndaId, request);
    const command = createNdaCommand(body, { ndaId, creatorKeyHash, now: this.clock.now(), replaces });
    const context = this.party1.context(
      request,
      'party1',
      key === undefined ? newId() : derivedId('create', ndaId),
    );
    const { events, revision } = await this.commands.run(ndaDecider, ndaId, command, context);
    const created = events.find((event) => event.type === 'NdaCreated');
    if (created === undefined) throw new RuleBroken('not_found');
    if (!isOf(created, command)) throw ValidationFailed.field('Idempotency-Key', 'validation.idempotencyKey');
    if (replaces !== undefined) await this.discard(replaces.id, ndaId, request);
    await this.queries.visible(ndaId, revision);
    reply.header('location', `/api/ndas/${ndaId}`);
    return { id: ndaId, receipt: this.receipts.receiptFor(created) };
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
    if (row.status !== 'completed' && row.status !== 'sent') throw new RuleBroken('not_completed');
    if (row.paymentStatus !== 'succeeded' && role !== 'admin') throw new RuleBroken('payment_required');
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
    if (row.status === 'sent') reply.status(200);
    else if (row.status !== 'completed') throw new RuleBroken('not_completed');
    else if (row.paymentStatus !== 'succeeded') throw new RuleBroken('payment_required');
    else await this.delivery.ask(id);
    return this.queries.view(row);
  }

  /** @throws RuleBroken not_found, already_signed, nda_discarded */
  private async draftToReplace(
    id: string,
    successor: string,
    request: FastifyRequest,
  ): Promise<{ id: string; chain: string }> {
    const state = await this.party1.stateOf(id, request);
    if (state.discarded && state.replacedBy !== successor) throw new RuleBroken('nda_discarded');
    if (state.party1 !== undefined) throw new RuleBroken('already_signed');
    return { id, chain: state.chain };
  }

  /** At once for whoever looks; the reaction on NdaCreated does the same, should this backend die here. */
  private async discard(id: string, replacedBy: string, request: FastifyRequest): Promise<void> {
    const context = this.party1.context(request, 'party1', discardId(replacedBy));
    const revision = await discardDraft(this.commands, { id, replacedBy }, context);
    if (revision !== undefined) await this.queries.visible(id, revision);
  }
}

/** An unchanged NDA is 304 (rule:unchanged-is-304). */
const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*');

/**
 * False where the key had been used for another agreement, whose text must not pass for this one's
 * (rule:same-key-same-nda).
 * @throws RuleBroken nda_erased
 */
function isOf(
  { open, personal }: Recorded<NdaCreated>,
  { terms, personal: asked, replaces }: CreateNda,
): boolean {
  if (personal === undefined) throw new RuleBroken('nda_erased');
  const { language, duration, geographicScope, penaltyClause, returnOfMaterials } = open;
  const first = {
    language,
    duration,
    geographicScope,
    penaltyClause,
    returnOfMaterials,
    ...personal,
    replaces: open.replaces,
  };
  return canonicalJson(first) === canonicalJson({ ...terms, ...asked, replaces });
}

/**
 * What a browser without a cookie is let in by when it repeats a creation word for word: whoever knows key
 * and text made it.
 */
function lostCookie(key: string | undefined, body: CreateNdaRequest): string | undefined {
  if (key === undefined || key.length < IDEMPOTENCY_KEY_STRONG) return undefined;
  return `${key}\u0000${createHash('sha256')
    .update(canonicalJson(Object.fromEntries(Object.entries(body))))
    .digest('hex')}`;
}
