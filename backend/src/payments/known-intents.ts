import type { Commands } from '../bus/commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { isOwnIntent } from '../nda/rules/payment.js';

/** Resolves to true if our log has recorded this intent for this NDA. */
export type KnowsIntent = (ndaId: string, paymentIntentId: string) => Promise<boolean>;

/**
 * Returns a function that looks for an intent in the NDA's stream (rule:own-intents). The length of the
 * stream is bounded. If there is no such NDA, the stream is empty.
 *
 * Several services may share one account at the provider, so an intent carries the host of `PUBLIC_URL`.
 * After `PUBLIC_URL` was changed, earlier intents still carry the old host, and such an intent may be
 * refunded months later. The log decides whether the intent belongs to this service. Only the service's own
 * calls bring an intent into its log, so an intent of another application is never taken, whatever its
 * metadata say. The log is searched only if an intent with another host names an NDA, a party and an attempt.
 * An intent whose id was not recorded before the change stays unknown, but its secret reached no browser. If
 * a copy of the database ran under another host with the same keys, it would take over the payments of the
 * original. Such a copy therefore needs its own keys.
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
