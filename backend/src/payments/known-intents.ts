import type { Commands } from '../bus/commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { isOwnIntent } from '../nda/rules/payment.js';

/** Resolves to true if the NDA's stream records this intent. */
export type KnowsIntent = (ndaId: string, paymentIntentId: string) => Promise<boolean>;

/**
 * Returns a function that looks for an intent in the NDA's stream (rule:own-intents). The length of the
 * stream is bounded. If the NDA does not exist, its stream is empty.
 *
 * Several services may share one account at the provider, so an intent carries the host of `PUBLIC_URL`.
 * After `PUBLIC_URL` was changed, earlier intents still carry the old host, and the provider may report a
 * refund of such an intent months later. The event log therefore decides whether the intent belongs to this
 * service. Only the service's own calls bring an intent into its log. An intent of another application is
 * never accepted, even if its metadata names our NDA. The log is searched only if an intent with another host
 * names an NDA, a party and an attempt. An intent whose id was not recorded before the change stays unknown,
 * but its secret reached no browser. If a copy of the database ran under another host with the same keys, the
 * copy would take over the payments of the original. Such a copy therefore needs its own keys.
 *
 * Rejected:
 * - A list of former hosts in the configuration: an operator who forgets the list loses money without notice.
 * - A name of the installation in the metadata: older intents lack it, and a copy of the database shares it.
 * - Any host if the NDA is known: another application could name the NDA.
 */
export const knownIntents =
  (commands: Pick<Commands, 'state'>): KnowsIntent =>
  async (ndaId, paymentIntentId) =>
    isOwnIntent((await commands.state(ndaDecider, ndaId)).state, paymentIntentId);
