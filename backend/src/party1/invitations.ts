import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '../bus/commands.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import { bearerTokenHash } from '../http/callers/bearer-token.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { LINK_TOKENS } from '../platform/wiring/tokens.js';
import { type LinkTokens, newLinkId } from '../vault/link-tokens.js';
import { RequestedMails } from './requested-mails.js';

/**
 * The acts of Party 1 that concern Party 2's invitation and the addresses of both parties. Each act records
 * an event. If a mail has to be sent, this event makes the mail owed. Each method returns the NDA's revision
 * afterwards.
 */
@Injectable()
export class Invitations {
  constructor(
    private readonly commands: Commands,
    private readonly requestedMails: RequestedMails,
    @Inject(LINK_TOKENS) private readonly tokens: LinkTokens,
  ) {}

  /** @throws RateLimited mail_limit; RuleBroken as InviteParty2 */
  invite(id: string, context: CommandContext): Promise<number> {
    return this.requestedMails.run(
      id,
      { type: 'InviteParty2', trigger: 'creator', ...this.newLink(id) },
      context,
    );
  }

  /** @throws RateLimited mail_limit; RuleBroken as RemindParty2 */
  remind(id: string, context: CommandContext): Promise<number> {
    return this.requestedMails.run(id, { type: 'RemindParty2', kind: 'manual' }, context);
  }

  /** @throws RuleBroken as CancelInvitation */
  cancel(id: string, context: CommandContext): Promise<number> {
    return this.run(id, { type: 'CancelInvitation' }, context);
  }

  /** @throws RuleBroken as CorrectParty2Address */
  correctParty2(id: string, party2Email: string, context: CommandContext): Promise<number> {
    return this.run(id, { type: 'CorrectParty2Address', party2Email, ...this.newLink(id) }, context);
  }

  /** @throws RuleBroken as CorrectParty1Address */
  correctParty1(id: string, party1Email: string, context: CommandContext): Promise<number> {
    return this.run(id, { type: 'CorrectParty1Address', party1Email }, context);
  }

  private async run(id: string, command: NdaCommand, context: CommandContext): Promise<number> {
    return (await this.commands.run(ndaDecider, id, command, context)).revision;
  }

  /**
   * Returns a new link. The mail needs the token itself, which is derived again when the mail is written
   * (rule:link-tokens).
   */
  private newLink(ndaId: string): { linkId: string; tokenHash: string } {
    const linkId = newLinkId();
    const tokenHash = bearerTokenHash(this.tokens.make({ purpose: 'invitation', ndaId, about: linkId }));
    if (tokenHash === undefined) throw new Error('an invitation was given a token that is none');
    return { linkId, tokenHash };
  }
}
