import type { Commands } from '../bus/commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { isOwnIntent } from '../nda/rules/payment.js';

/** Resolves to true if our log has recorded this intent for this NDA. */
export type KnowsIntent = (ndaId: string, paymentIntentId: string) => Promise<boolean>;

/** Reads one stream, whose length is bounded; it is empty if there is no such NDA (rule:own-intents). */
export const knownIntents =
  (commands: Pick<Commands, 'state'>): KnowsIntent =>
  async (ndaId, paymentIntentId) =>
    isOwnIntent((await commands.state(ndaDecider, ndaId)).state, paymentIntentId);
