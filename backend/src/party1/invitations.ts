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
 * Party 1's commands about the invitation of Party 2 and the addresses of both parties. Each command records
 * an event. If the event requires a mail, the mail is owed from then on and sent separately. Each method
 * returns the NDA's revision afterwards.
 */
@Injectable()
export class Invitations {
  constructor(
    private readonly commands: Commands,
    private readonly requestedMails: RequestedMails,
    @Inject(LINK_TOKENS) private readonly tokens: LinkTokens,
  ) {}

  /** @throws RateLimited mail_limit; RuleBroken with the codes of InviteParty2 */
  invite(id: string, context: CommandContext): Promise<number> {
    return this.requestedMails.run(
      id,
      { type: 'InviteParty2', trigger: 'creator', ...this.newLink(id) },
      context,
    );
  }

  /** @throws RateLimited mail_limit; RuleBroken with the codes of RemindParty2 */
  remind(id: string, context: CommandContext): Promise<number> {
    return this.requestedMails.run(id, { type: 'RemindParty2', kind: 'manual' }, context);
  }

  /** @throws RuleBroken with the codes of CancelInvitation */
  cancel(id: string, context: CommandContext): Promise<number> {
    return this.run(id, { type: 'CancelInvitation' }, context);
  }

  /** @throws RuleBroken with the codes of CorrectParty2Address */
  correctParty2(id: string, party2Email: string, context: CommandContext): Promise<number> {
    return this.run(id, { type: 'CorrectParty2Address', party2Email, ...this.newLink(id) }, context);
  }

  /** @throws RuleBroken with the codes of CorrectParty1Address */
  correctParty1(id: string, party1Email: string, context: CommandContext): Promise<number> {
    return this.run(id, { type: 'CorrectParty1Address', party1Email }, context);
  }

  private async run(id: string, command: NdaCommand, context: CommandContext): Promise<number> {
    return (await this.commands.run(ndaDecider, id, command, context)).revision;
  }

  /**
   * Returns the id of a new link and the hash of its token. The token is not stored. It is derived from the
   * id again when the mail is written (rule:link-tokens).
   */
  private newLink(ndaId: string): { linkId: string; tokenHash: string } {
    const linkId = newLinkId();
    const tokenHash = bearerTokenHash(this.tokens.make({ purpose: 'invitation', ndaId, about: linkId }));
    if (tokenHash === undefined) throw new Error('an invitation was given a token that is none');
    return { linkId, tokenHash };
  }
}
