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

/** Gives Party 1's other browsers access, and ends it again (rule:continue-link-lets-in-one). */
@Injectable()
export class OtherDevices {
  constructor(
    private readonly commands: Commands,
    private readonly ndas: NdaReadModel,
    private readonly requestedMails: RequestedMails,
    @Inject(LINK_TOKENS) private readonly tokens: LinkTokens,
  ) {}

  /** Mails a link to Party 1. @throws RateLimited mail_limit; RuleBroken as RequestContinueLink */
  async sendLink(id: string, context: CommandContext): Promise<void> {
    await this.requestedMails.run(id, { type: 'RequestContinueLink', linkId: newLinkId() }, context);
  }

  /**
   * Gives a browser access by a link, and resolves when the browser can read the NDA.
   * @param token as received, possibly malformed
   * @param keys keyed hashes: `ownKeys` are those that the browser sent; `offered` is the key that it gets if
   *   none of its own opens the NDA
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
   * Ends the access of all other browsers.
   * @param kept keyed hash of the calling browser
   * @returns the NDA's revision afterwards
   * @throws RuleBroken not_found
   */
  async endOtherAccess(id: string, kept: string, context: CommandContext): Promise<number> {
    const command = { type: 'EndOtherAccess', kept } as const;
    return (await this.commands.run(ndaDecider, id, command, context)).revision;
  }

  /** Returns the NDA, and the number of the link. @throws RuleBroken invalid_link */
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

/** Returns the error with the text for a link to continue instead of the text for a link to sign. */
function withContinueWords(error: unknown): unknown {
  if (!(error instanceof RuleBroken)) return error;
  const { code, details } = error;
  return isOwnName(CONTINUE_ERRORS, code) ? new RuleBroken(code, details, CONTINUE_ERRORS[code]) : error;
}
