import type { ObligationView } from '@siegel/contracts/admin/views';
import { isClosable } from '@siegel/contracts/enums';

/**
 * Returns the view of an obligation. Once the recorded time of the next attempt has passed, the view leaves
 * it out. The actual time is then unknown, because the service does not record every attempt.
 * @param now ISO 8601 UTC
 */
export const obligationView = (one: Omit<ObligationView, 'closable'>, now: string): ObligationView => ({
  id: one.id,
  kind: one.kind,
  ndaId: one.ndaId,
  party: one.party,
  reference: one.reference,
  amount: one.amount,
  currency: one.currency,
  since: one.since,
  attempts: one.attempts,
  lastError: one.lastError,
  nextTryAt: one.nextTryAt !== null && one.nextTryAt > now ? one.nextTryAt : null,
  closable: isClosable(one.kind),
});
