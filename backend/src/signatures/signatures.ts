import { Inject, Injectable } from '@nestjs/common';
import { CONSENT_WORDING } from '@siegel/contracts/agreement/consent';
import type { RemoteSignRequest } from '@siegel/contracts/nda/remote-signature-requests';
import type { Receipt } from '@siegel/contracts/receipt';
import { Commands } from '../bus/commands.js';
import type { LoadedState } from '../eventsourcing/commands/command-runner.js';
import type { CommandContext, Recorded } from '../eventsourcing/journal/event.js';
import { hiddenClientOf } from '../http/callers/client.js';
import { RateLimiter } from '../http/limits/rate-limiter.js';
import { signatureLabel } from '../nda/nda.blobs.js';
import type { NdaCommand, SignAsParty1, SignAsParty2 } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream, type NdaEvent } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import { namesAnImage } from '../nda/rules/signing.js';
import { BLOBS, RECEIPTS } from '../platform/wiring/tokens.js';
import { SignatureReader } from '../signature-image/signature-reader.js';
import type { BlobStore } from '../vault/blob-store.js';
import type { Receipts } from '../vault/receipts.js';

/**
 * The type of the signing party's command, and the members that only this party sends. Members that both
 * parties send in the same form are in the request.
 */
export type Signing =
  | Pick<SignAsParty1, 'type' | 'mode' | 'party1PaysForBoth'>
  | Pick<SignAsParty2, 'type' | 'channel'>;

interface Signed {
  readonly act: Recorded<NdaEvent>;
  /** The NDA's revision after the signature. */
  readonly revision: number;
  readonly receipt: Receipt;
}

/**
 * Takes signatures on Party 1's screen (rule:party-1-signs-first) and through a link
 * (rule:remote-signs-by-link).
 */
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
   * Records a signature. The image is stored before the event that names it. If the event cannot be appended
   * because of a conflict, the image is never shown, and is destroyed with the NDA's key. If the response was
   * lost, the party can repeat the request and gets the first result again (rule:same-act-same-answer).
   * @param read the NDA's state, which the current request has just read
   * @throws RateLimited; RuleBroken invalid_signature, and the errors of SignAsParty1 and SignAsParty2
   */
  async sign(
    id: string,
    signing: Signing,
    request: RemoteSignRequest,
    { context, read }: { context: CommandContext; read: LoadedState<NdaState, NdaEvent> },
  ): Promise<Signed> {
    await this.limiter.count('signatures', id);
    const image = await this.image(signing, request, context.origin?.ip ?? hiddenClientOf(id));
    const keepImage = async (decided: readonly NdaEvent[]): Promise<void> => {
      if (image !== undefined && decided.some(namesAnImage))
        await this.blobs.put(ndaStream(id), signatureLabel(image.sha256), image.bytes);
    };
    const command = commandOf(signing, request, image?.sha256);
    const { events, revision } = await this.commands.run(ndaDecider, id, command, context, {
      after: read,
      beforeAppend: keepImage,
    });
    const [act] = events;
    // `act` is always defined. If a command would append nothing, the decider refuses it with the error
    // already_signed.
    if (act === undefined) throw new Error('a signature was accepted without an event');
    return { act, revision, receipt: await this.receipts.receiptFor(act) };
  }

  /**
   * Reads the image. Returns undefined if Party 1 sends no image. After Party 1 has signed, it can change the
   * mode or the payer without a new image.
   */
  private async image({ type }: Signing, { signature }: RemoteSignRequest, client: string) {
    if (type === 'SignAsParty1' && typeof signature !== 'string') return undefined;
    return this.reader.read(signature ?? '', client);
  }
}

function commandOf(
  signing: Signing,
  { agreementHash, consentLanguage, signatureKind }: RemoteSignRequest,
  signatureHash: string | undefined,
): NdaCommand {
  const common = { agreementHash, consentWording: CONSENT_WORDING, consentLanguage, signatureKind };
  return signing.type === 'SignAsParty1'
    ? { ...signing, ...common, signatureHash }
    : { ...signing, ...common, signatureHash: signatureHash ?? '' };
}
