import { Body, Controller, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CONSENT_WORDING } from '@siegel/contracts/agreement/consent';
import { SIGNATURE_MAX_BYTES, SIGNATURE_MAX_HEIGHT, SIGNATURE_MAX_WIDTH } from '@siegel/contracts/limits';
import { SignRequest } from '@siegel/contracts/nda/requests';
import type { NdaSignedView } from '@siegel/contracts/nda/view';
import type { FastifyRequest } from 'fastify';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaStream } from '../nda/nda.events.js';
import { ndaModel } from '../nda/nda.model.js';
import type { SignatureState } from '../nda/nda.state.js';
import { UuidParam } from '../platform/http/uuid-param.pipe.js';
import { RunCommand } from '../platform/journal/run-command.js';
import { readSignaturePng } from '../platform/png/png.js';
import { BLOBS, RECEIPTS } from '../platform/tokens.js';
import type { BlobStore } from '../platform/vault/blob-store.js';
import type { Receipts } from '../platform/vault/receipts.js';
import { NdaQueries } from './nda.queries.js';
import { Party1 } from './party1.js';

const LIMITS = { maxBytes: SIGNATURE_MAX_BYTES, maxWidth: SIGNATURE_MAX_WIDTH, maxHeight: SIGNATURE_MAX_HEIGHT };

/** Signing on Party 1's screen (api.md, `POST /api/ndas/{id}/sign`). */
@Controller('api/ndas')
export class SigningController {
  constructor(
    private readonly bus: CommandBus,
    private readonly queries: NdaQueries,
    private readonly party1: Party1,
    @Inject(BLOBS) private readonly blobs: BlobStore,
    @Inject(RECEIPTS) private readonly receipts: Receipts,
  ) {}

  @Post(':id/sign')
  @HttpCode(200)
  async sign(@Param('id', UuidParam) id: string, @Body() body: SignRequest, @Req() request: FastifyRequest): Promise<NdaSignedView> {
    const nda = await this.party1.nda(id, request);
    const { bytes, sha256 } = readSignaturePng(body.signature ?? '', LIMITS);
    const context = this.party1.context(request, body.partyNumber === '1' ? 'party1' : 'party2');
    const command = commandOf(body, sha256);
    // Refused as the NDA stands: then no image is kept either.
    ndaModel.decide(command, nda, context);
    await this.keep(id, body.partyNumber === '1' ? nda.party1 : nda.party2, { bytes, sha256 });
    const { events, revision } = await this.bus.execute(new RunCommand(ndaModel, id, command, context));
    const view = await this.queries.viewAt(id, revision);
    const act = events[0];
    // A command that appended nothing is refused by the decider as already_signed; so there is an act.
    if (act === undefined) throw new Error('a signature was accepted without an event');
    return { ...view, receipt: this.receipts.receiptFor(act) };
  }

  /**
   * Stores the image before the event that names it; one that no event names is never shown and goes with the NDA's key.
   * Nothing is stored for a party that has signed: the first signature stays.
   */
  private async keep(id: string, signed: SignatureState | undefined, image: { bytes: Uint8Array; sha256: string }): Promise<void> {
    if (signed === undefined) await this.blobs.put(ndaStream(id), `signature:${image.sha256}`, image.bytes);
  }
}

function commandOf(body: SignRequest, signatureHash: string): NdaCommand {
  const common = { signatureHash, agreementHash: body.agreementHash, consentWording: CONSENT_WORDING };
  if (body.partyNumber === '2') return { type: 'SignAsParty2', channel: { kind: 'in-person' }, ...common };
  return { type: 'SignAsParty1', mode: body.signatureMode, party1PaysForBoth: body.party1PaysForBoth, ...common };
}
