import type { Commands } from '../bus/commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { isOwnIntent } from '../nda/rules/payment.js';

/** Resolves to true if our log has recorded this intent for this NDA. */
export type KnowsIntent = (ndaId: string, paymentIntentId: string) => Promise<boolean>;

/**
 * Reads one stream, whose length is bounded; it is empty if there is no such NDA (rule:own-intents).
 *
 * Several services may share one account at the provider, so an intent carries the host of `PUBLIC_URL`.
 * After a change of `PUBLIC_URL`, earlier intents carry the old host, and a refund may come months later.
 * Only the service's own calls bring an intent into its log, so the log decides: no intent of another
 * application is taken, whatever its metadata say. Only intents with another host that name an NDA, a party
 * and an attempt are looked up. An intent whose id was not recorded before the change stays unknown; its
 * secret reached no browser. A copy of the database that runs under another host with the same keys takes
 * over the payments of its original: it needs keys of its own.
 *
 * Rejected: a list of former hosts in the configuration, since an operator who forgets it loses money without
 * notice; a name of the installation in the metadata, which older intents lack and a copy of the database
 * shares; all hosts if the NDA is known, since another application could name it.
 */
export const knownIntents =
  (commands: Pick<Commands, 'state'>): KnowsIntent =>
  async (ndaId, paymentIntentId) =>
    isOwnIntent((await commands.state(ndaDecider, ndaId)).state, paymentIntentId);
