import { Inject, Injectable } from '@nestjs/common';
import type { Party } from '@siegel/contracts/enums';
import { ADDRESSES_MAX } from '@siegel/contracts/limits';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { LINK_TOKENS } from '../platform/wiring/tokens.js';
import { type LinkPurpose, type LinkTokens, ndaIdOfLink } from '../vault/link-tokens.js';

const ADDRESSES: readonly number[] = Array.from({ length: ADDRESSES_MAX }, (_, n) => n + 1);
/** Parties that get a mail with a link to dispute their signature. */
const DISPUTING: readonly Party[] = [2];

/** Checks links whose token contains the id of the NDA (rule:link-tokens). The check needs no query. */
@Injectable()
export class NamedLinks {
  constructor(@Inject(LINK_TOKENS) private readonly tokens: LinkTokens) {}

  /** @throws RuleBroken invalid_link */
  dispute(token: string): { readonly ndaId: string; readonly party: Party } {
    const { ndaId, about } = this.find(token, 'dispute', DISPUTING);
    return { ndaId, party: about };
  }

  /**
   * Returns the NDA's id and the number of the address that declines reminders. @throws RuleBroken
   * invalid_link
   */
  decline(token: string): { readonly ndaId: string; readonly address: number } {
    const { ndaId, about } = this.find(token, 'decline', ADDRESSES);
    return { ndaId, address: about };
  }

  private find<About extends string | number>(
    token: string,
    purpose: LinkPurpose,
    candidates: readonly About[],
  ): { ndaId: string; about: About } {
    const ndaId = ndaIdOfLink(token);
    const about = ndaId === undefined ? undefined : this.tokens.find(token, { purpose, ndaId }, candidates);
    if (ndaId === undefined || about === undefined) throw new RuleBroken('invalid_link');
    return { ndaId, about };
  }
}
