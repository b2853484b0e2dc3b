import {
  CONTINUE_LINK_DAYS,
  CONTINUE_LINKS_A_DAY,
  CONTINUE_LINKS_MAX,
  DAY_MS,
} from '@siegel/contracts/limits';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import type { EndOtherAccess, GrantCreatorAccess, RequestContinueLink } from '../nda.commands.js';
import { continueLinkIsOpen } from '../rules/creator.js';
import { daysAfter, timeOf } from '../rules/time.js';
import type { Decide } from './decide.js';

/**
 * The number of requests is limited, because each request sends a mail. @throws mail_limit (also
 * rule:streams-are-bounded)
 */
export const requestContinueLink: Decide<RequestContinueLink> = ({ linkId }, state, context) => {
  const at = timeOf(state, context);
  const links = state.continueLinks;
  const since = Date.parse(at) - DAY_MS;
  const ofTheDay = links.filter(({ requestedAt }) => Date.parse(requestedAt) > since);
  if (ofTheDay.length >= CONTINUE_LINKS_A_DAY || links.length >= CONTINUE_LINKS_MAX)
    throw new RuleBroken('mail_limit');
  const expiresAt = daysAfter(at, CONTINUE_LINK_DAYS);
  return [{ type: 'ContinueLinkRequested', open: { number: links.length + 1, linkId, expiresAt } }];
};

/**
 * Each link gives one browser access (rule:continue-link-lets-in-one). A browser that already has access does
 * not use the link up.
 * @throws invalid_link, link_used, link_expired: the link has expired or was voided
 */
export const grantCreatorAccess: Decide<GrantCreatorAccess> = ({ creatorKeyHash, link }, state, context) => {
  const asked = state.continueLinks[link - 1];
  if (asked === undefined) throw new RuleBroken('invalid_link');
  if (state.creatorKeyHashes.includes(creatorKeyHash)) return [];
  if (asked.standing === 'used') throw new RuleBroken('link_used');
  if (!continueLinkIsOpen(asked, timeOf(state, context))) throw new RuleBroken('link_expired');
  return [{ type: 'CreatorAccessGranted', open: { creatorKeyHash, link } }];
};

/**
 * Ends the access of all browsers except the calling one. Also voids the open links to continue, so that they
 * give no other browser access. Appends nothing if no other browser has access and no link is open.
 * @throws not_found: the calling browser itself has no access
 */
export const endOtherAccess: Decide<EndOtherAccess> = ({ kept }, state, context) => {
  if (!state.creatorKeyHashes.includes(kept)) throw new RuleBroken('not_found');
  const at = timeOf(state, context);
  const isSomethingOpen =
    state.creatorKeyHashes.length > 1 || state.continueLinks.some((link) => continueLinkIsOpen(link, at));
  return isSomethingOpen ? [{ type: 'CreatorAccessEnded', open: { kept } }] : [];
};
