import type { Commands } from '../bus/commands.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { isOwnIntent } from '../nda/rules/payment.js';

/** Whether our log has recorded this very intent, of this NDA. */
export type KnowsIntent = (ndaId: string, paymentIntentId: string) => Promise<boolean>;

/** Reads one stream, which is bounded, and none where there is no such NDA (rule:own-intents). */
export const knownIntents =
  (commands: Pick<Commands, 'state'>): KnowsIntent =>
  async (ndaId, paymentIntentId) =>
    isOwnIntent((await commands.state(ndaDecider, ndaId)).state, paymentIntentId);
