import { Inject, Injectable } from '@nestjs/common';
import { berlinDay } from '@siegel/contracts/formats';
import { Commands } from '../bus/commands.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { requireUsableLink } from '../nda/rules/link.js';
import type { KeyedHash } from '../platform/crypto/keyed-hash.js';
import { KEYED_HASH } from '../platform/wiring/tokens.js';
import { Party2 } from './party2.js';
import type { SigningLink } from '../agreements/finding/signing-links.js';

/** Records that a link was used (rule:link-used-is-evidence). */
@Injectable()
export class LinkOpenings {
  constructor(
    private readonly party2: Party2,
    private readonly commands: Commands,
    @Inject(KEYED_HASH) private readonly keyedHash: KeyedHash,
  ) {}

  /**
   * Records a use of the link. The visitor is identified by a keyed hash of the network address. The hash of
   * an address differs for each NDA, so that the hashes do not reveal that the same visitor used two NDAs.
   * @throws RuleBroken as `requireUsableLink`
   */
  async record({ ndaId, tokenHash }: SigningLink, context: CommandContext): Promise<void> {
    const now = new Date(context.at);
    if (requireUsableLink(await this.party2.state({ ndaId }), tokenHash, now) === 'signed') return;
    const visitor = this.keyedHash.of('visitor', `${ndaId}|${context.origin?.ip ?? ''}`);
    const command = { type: 'OpenInvitation', tokenHash, day: berlinDay(now), visitor } as const;
    await this.commands.run(ndaDecider, ndaId, command, context);
  }
}
