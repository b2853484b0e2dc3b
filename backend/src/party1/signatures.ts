import { Inject, Injectable } from '@nestjs/common';
import { CONSENT_WORDING } from '@siegel/contracts/agreement/consent';
import type { SignRequest } from '@siegel/contracts/nda/requests';
import { Commands } from '../bus/commands.js';
import { hiddenClientOf } from '../http/callers/client.js';
import { RateLimiter } from '../http/limits/rate-limiter.js';
import type { LoadedState } from '../eventsourcing/commands/command-runner.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import { signatureLabel } from '../nda/nda.blobs.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream, type NdaEvent } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import { namesAnImage } from '../nda/rules/signing.js';
import { BLOBS, RECEIPTS } from '../platform/wiring/tokens.js';
import type { BlobStore } from '../vault/blob-store.js';
import type { Receipts } from '../vault/receipts.js';
import type { Receipt } from '@siegel/contracts/receipt';
import { SignatureReader } from '../signature-image/signature-reader.js';

/** Signatures on Party 1's screen (rule:party-1-signs-first). */
@Injectable()
export class Signatures {
  constructor(
    private readonly commands: Commands,
    private readonly reader: SignatureReader,
    private readonly limiter: RateLimiter,
    @Inject(BLOBS) private readonly blobs: BlobStore,
    @Inject(RECEIPTS) private readonly receipts: Receipts,
  ) {}

  /**
   * The image is stored before the event that names it stands. An image whose event lost to another one is
   * never shown, and goes with the NDA's key.
   * @param read the NDA, which this call has just read
   * @returns the NDA's revision afterwards, and the receipt of the act.
   * @throws RateLimited; RuleBroken invalid_signature, and those of SignAsParty1 and SignAsParty2
   */
  async sign(
    id: string,
    asked: SignRequest,
    context: CommandContext,
    read: LoadedState<NdaState, NdaEvent>,
  ): Promise<{ revision: number; receipt: Receipt }> {
    await this.limiter.count('signatures', id);
    const image = await this.image(asked, context.origin?.ip ?? hiddenClientOf(id));
    const keepImage = async (decided: readonly NdaEvent[]): Promise<void> => {
      if (image !== undefined && decided.some(namesAnImage))
        await this.blobs.put(ndaStream(id), signatureLabel(image.sha256), image.bytes);
    };
    const command = commandOf(asked, image?.sha256);
    const { events, revision } = await this.commands.run(ndaDecider, id, command, context, {
      after: read,
      beforeAppend: keepImage,
    });
    const act = events[0];
    // A command that appended nothing is refused by the decider as already_signed; so there is an act.
    if (act === undefined) throw new Error('a signature was accepted without an event');
    return { revision, receipt: await this.receipts.receiptFor(act) };
  }

  /** Undefined where Party 1 sends none: whoever has signed changes mode or payer without another one. */
  private async image({ partyNumber, signature }: SignRequest, client: string) {
    if (partyNumber === '1' && typeof signature !== 'string') return undefined;
    return this.reader.read(signature ?? '', client);
  }
}

function commandOf(asked: SignRequest, signatureHash: string | undefined): NdaCommand {
  const common = {
    agreementHash: asked.agreementHash,
    consentWording: CONSENT_WORDING,
    consentLanguage: asked.consentLanguage,
    signatureKind: asked.signatureKind,
  };
  if (asked.partyNumber === '2')
    return {
      type: 'SignAsParty2',
      channel: { kind: 'in-person' },
      signatureHash: signatureHash ?? '',
      ...common,
    };
  return {
    type: 'SignAsParty1',
    signatureHash,
    mode: asked.signatureMode,
    party1PaysForBoth: asked.party1PaysForBoth,
    ...common,
  };
}
