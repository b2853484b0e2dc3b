import { Inject, Injectable } from '@nestjs/common';
import { CONTINUE_ERRORS } from '@siegel/contracts/errors';
import { isOwnName } from '@siegel/contracts/own-members';
import { Commands } from '../bus/commands.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { NdaState } from '../nda/nda.state.js';
import { openingKeyOf } from '../nda/rules/creator.js';
import { LINK_TOKENS } from '../platform/wiring/tokens.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { type LinkTokens, ndaIdOfLink, newLinkId } from '../vault/link-tokens.js';
import { RequestedMails } from './requested-mails.js';
import { NdaReadModel } from '../agreements/nda-read-model.js';

/**
 * Gives Party 1's other browsers access to an NDA, and ends their access again
 * (rule:continue-link-lets-in-one).
 */
@Injectable()
export class OtherDevices {
  constructor(
    private readonly commands: Commands,
    private readonly ndas: NdaReadModel,
    private readonly requestedMails: RequestedMails,
    @Inject(LINK_TOKENS) private readonly tokens: LinkTokens,
  ) {}

  /**
   * Mails Party 1 a link to continue. @throws RateLimited mail_limit; RuleBroken with the codes of
   * RequestContinueLink
   */
  async sendLink(id: string, context: CommandContext): Promise<void> {
    await this.requestedMails.run(id, { type: 'RequestContinueLink', linkId: newLinkId() }, context);
  }

  /**
   * Gives access to the NDA to a browser that uses a link to continue. Resolves once the browser can read the
   * NDA.
   * @param token the link's token as received, possibly malformed
   * @param keys keyed hashes: `ownKeys` of the keys that the browser sent, `offered` of the key that the
   * browser gets if none of its own keys opens the NDA
   * @returns the id of the NDA
   * @throws RuleBroken invalid_link (also after an erasure), link_used, link_expired, nda_discarded
   */
  async grantAccess(
    token: string,
    { ownKeys, offered }: { readonly ownKeys: readonly string[]; readonly offered: string },
    context: CommandContext,
  ): Promise<string> {
    try {
      const { id, link, state } = await this.linkOf(token);
      const creatorKeyHash = openingKeyOf(ownKeys, state) ?? offered;
      const command = { type: 'GrantCreatorAccess', creatorKeyHash, link } as const;
      const { revision } = await this.commands.run(ndaDecider, id, command, context);
      await this.ndas.listed(id, revision);
      return id;
    } catch (error) {
      throw withContinueWords(error);
    }
  }

  /**
   * Ends the access of all browsers except the calling browser.
   * @param kept keyed hash of the calling browser's key
   * @returns the NDA's revision afterwards
   * @throws RuleBroken not_found
   */
  async endOtherAccess(id: string, kept: string, context: CommandContext): Promise<number> {
    const command = { type: 'EndOtherAccess', kept } as const;
    return (await this.commands.run(ndaDecider, id, command, context)).revision;
  }

  /**
   * Finds the link to continue that has this token. Returns the number of the link, and the id and state of
   * its NDA. @throws RuleBroken invalid_link
   */
  private async linkOf(token: string): Promise<{ id: string; link: number; state: NdaState }> {
    const id = ndaIdOfLink(token);
    if (id === undefined) throw new RuleBroken('invalid_link');
    const { state } = await this.commands.state(ndaDecider, id);
    const links = state.erasedAt === null ? state.continueLinks : [];
    const linkId = this.tokens.find(
      token,
      { purpose: 'continue', ndaId: id },
      links.map((link) => link.linkId),
    );
    const found = links.find((link) => link.linkId === linkId);
    if (found === undefined) throw new RuleBroken('invalid_link');
    return { id, link: found.number, state };
  }
}

/** Returns the error with the message for links to continue. Its standard message is about links to sign. */
function withContinueWords(error: unknown): unknown {
  if (!(error instanceof RuleBroken)) return error;
  const { code, details } = error;
  return isOwnName(CONTINUE_ERRORS, code) ? new RuleBroken(code, details, CONTINUE_ERRORS[code]) : error;
}
