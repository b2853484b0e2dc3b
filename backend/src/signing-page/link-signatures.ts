import { Inject, Injectable } from '@nestjs/common';
import { CONSENT_WORDING } from '@siegel/contracts/agreement/consent';
import type { RemoteSignedView } from '@siegel/contracts/nda/remote-signature';
import type { RemoteSignRequest } from '@siegel/contracts/nda/remote-signature-requests';
import { Commands } from '../bus/commands.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import { hiddenClientOf } from '../http/callers/client.js';
import { RateLimiter } from '../http/limits/rate-limiter.js';
import { signatureLabel } from '../nda/nda.blobs.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream, type NdaEvent } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import { openedByLink } from '../nda/rules/link.js';
import { namesAnImage } from '../nda/rules/signing.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { BLOBS, RECEIPTS } from '../platform/wiring/tokens.js';
import type { BlobStore } from '../vault/blob-store.js';
import type { Receipts } from '../vault/receipts.js';
import { Party2 } from './party2.js';
import type { SigningLink } from '../agreements/finding/signing-links.js';
import { SIGNATURE_IMAGES, type SignatureImages } from './tokens.js';

/** Signatures through a link (rule:remote-signs-by-link). */
@Injectable()
export class LinkSignatures {
  constructor(
    private readonly party2: Party2,
    private readonly commands: Commands,
    private readonly limiter: RateLimiter,
    @Inject(SIGNATURE_IMAGES) private readonly images: SignatureImages,
    @Inject(BLOBS) private readonly blobs: BlobStore,
    @Inject(RECEIPTS) private readonly receipts: Receipts,
  ) {}

  /**
   * The image is stored before the event that names it stands. Whoever sends the same again, since the answer was
   * lost, has that answer (rule:same-act-same-answer).
   * @throws RateLimited; RuleBroken invalid_signature, and those of SignAsParty2
   */
  async sign(
    link: SigningLink,
    asked: RemoteSignRequest,
    context: CommandContext,
  ): Promise<RemoteSignedView> {
    const { ndaId, tokenHash } = link;
    const read = await this.party2.loaded(link);
    requireAlive(read.state, tokenHash, context.at);
    await this.limiter.count('signatures', ndaId);
    const image = await this.images.read(asked.signature ?? '', context.origin?.ip ?? hiddenClientOf(ndaId));
    const keepImage = async (decided: readonly NdaEvent[]): Promise<void> => {
      if (decided.some(namesAnImage))
        await this.blobs.put(ndaStream(ndaId), signatureLabel(image.sha256), image.bytes);
    };
    const command = {
      type: 'SignAsParty2',
      channel: { kind: 'remote', tokenHash },
      signatureHash: image.sha256,
      agreementHash: asked.agreementHash,
      consentWording: CONSENT_WORDING,
      consentLanguage: asked.consentLanguage,
      signatureKind: asked.signatureKind,
    } as const;
    const { events } = await this.commands.run(ndaDecider, ndaId, command, context, {
      after: read,
      beforeAppend: keepImage,
    });
    const [act] = events;
    // The decider refuses what it does not append.
    if (act === undefined) throw new Error('a signature was accepted without an event');
    return { signedAt: act.at, receipt: await this.receipts.receiptFor(act) };
  }
}

/**
 * A dead link is told before its image is read, which costs more. One that was used is the decider's to judge: the
 * same signature may have been sent again.
 */
function requireAlive(state: NdaState, tokenHash: string, at: string): void {
  if (state.erasedAt !== null) throw new RuleBroken('invalid_link');
  const opened = openedByLink(state, tokenHash, at);
  if (typeof opened === 'string' && opened !== 'link_used') throw new RuleBroken(opened);
}
