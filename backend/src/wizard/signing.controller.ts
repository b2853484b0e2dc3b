import { Body, Controller, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { CONSENT_WORDING } from '@siegel/contracts/agreement/consent';
import { SIGNATURE_MAX_BYTES, SIGNATURE_MAX_HEIGHT, SIGNATURE_MAX_WIDTH } from '@siegel/contracts/limits';
import { SignRequest } from '@siegel/contracts/nda/requests';
import type { NdaSignedView } from '@siegel/contracts/nda/view';
import type { FastifyRequest } from 'fastify';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaStream, type NdaEvent } from '../nda/nda.events.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { UuidParam } from '../http/uuid-param.pipe.js';
import { Commands } from '../bus/commands.js';
import { readSignaturePng } from './signature-image/png.js';
import { BLOBS, RECEIPTS } from '../platform/tokens.js';
import type { BlobStore } from '../vault/blob-store.js';
import type { Receipts } from '../vault/receipts.js';
import { NdaQueries } from './nda.queries.js';
import { Party1 } from './party1.js';

const LIMITS = {
  maxBytes: SIGNATURE_MAX_BYTES,
  maxWidth: SIGNATURE_MAX_WIDTH,
  maxHeight: SIGNATURE_MAX_HEIGHT,
};

/** Signing on Party 1's screen: `POST /api/ndas/{id}/sign` (rule:party-1-signs-first). */
@Controller('api/ndas')
export class SigningController {
  constructor(
    private readonly commands: Commands,
    private readonly queries: NdaQueries,
    private readonly party1: Party1,
    @Inject(BLOBS) private readonly blobs: BlobStore,
    @Inject(RECEIPTS) private readonly receipts: Receipts,
  ) {}

  @Post(':id/sign')
  @HttpCode(200)
  async sign(
    @Param('id', UuidParam) id: string,
    @Body() body: SignRequest,
    @Req() request: FastifyRequest,
  ): Promise<NdaSignedView> {
    await this.party1.nda(id, request);
    const { bytes, sha256 } = readSignaturePng(body.signature ?? '', LIMITS);
    const context = this.party1.context(request, body.partyNumber === '1' ? 'party1' : 'party2');
    const keepImage = async (decided: readonly NdaEvent[]): Promise<void> => {
      if (decided.some(namesAnImage)) await this.blobs.put(ndaStream(id), `signature:${sha256}`, bytes);
    };
    const { events, revision } = await this.commands.run(ndaDecider, id, commandOf(body, sha256), context, {
      beforeAppend: keepImage,
    });
    const view = await this.queries.viewAt(id, revision);
    const act = events[0];
    // A command that appended nothing is refused by the decider as already_signed; so there is an act.
    if (act === undefined) throw new Error('a signature was accepted without an event');
    return { ...view, receipt: this.receipts.receiptFor(act) };
  }
}

/**
 * Before such an event stands, its image is there. A change of mode names none: the first signature stays.
 * An image whose event lost to another one is never shown, and goes with the NDA's key.
 */
const namesAnImage = ({ type }: NdaEvent): boolean => type === 'Party1Signed' || type === 'Party2Signed';

function commandOf(body: SignRequest, signatureHash: string): NdaCommand {
  const common = { signatureHash, agreementHash: body.agreementHash, consentWording: CONSENT_WORDING };
  if (body.partyNumber === '2') return { type: 'SignAsParty2', channel: { kind: 'in-person' }, ...common };
  return {
    type: 'SignAsParty1',
    mode: body.signatureMode,
    party1PaysForBoth: body.party1PaysForBoth,
    ...common,
  };
}
