import { Injectable } from '@nestjs/common';
import type { RemoteSignedView } from '@siegel/contracts/nda/remote-signature';
import type { RemoteSignRequest } from '@siegel/contracts/nda/remote-signature-requests';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import type { SigningLink } from '../agreements/finding/signing-links.js';
import type { NdaState } from '../nda/nda.state.js';
import { openedByLink } from '../nda/rules/link.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { type Signing, Signatures } from '../signatures/signatures.js';
import { Party2 } from './party2.js';

/** Takes signatures through a link (rule:remote-signs-by-link). */
@Injectable()
export class LinkSignatures {
  constructor(
    private readonly party2: Party2,
    private readonly signatures: Signatures,
  ) {}

  /** @throws RateLimited; RuleBroken invalid_signature, and the errors of SignAsParty2 */
  async sign(
    link: SigningLink,
    request: RemoteSignRequest,
    context: CommandContext,
  ): Promise<RemoteSignedView> {
    const { ndaId, tokenHash } = link;
    const read = await this.party2.loaded(link);
    requireLiveLink(read.state, tokenHash, context.at);
    const signing: Signing = { type: 'SignAsParty2', channel: { kind: 'remote', tokenHash } };
    const { act, receipt } = await this.signatures.sign(ndaId, signing, request, { context, read });
    return { signedAt: act.at, receipt };
  }
}

/**
 * Refuses a dead link before the image is read, because reading the image costs more. The decider checks a
 * used link, because the request may repeat the signature that used the link.
 */
function requireLiveLink(state: NdaState, tokenHash: string, at: string): void {
  if (state.erasedAt !== null) throw new RuleBroken('invalid_link');
  const opened = openedByLink(state, tokenHash, at);
  if (typeof opened === 'string' && opened !== 'link_used') throw new RuleBroken(opened);
}
