import type { NdaView } from '@siegel/contracts/nda/view';
import { useQueryClient } from '@tanstack/react-query';
import { trackFunnelEvent } from '../../lib/analytics.js';
import { cacheNda, readAfterUnknownOutcome, refreshNda } from '../nda/nda-query.js';
import type { Payer, PaymentResult } from './payer.js';
import { applyVoucher, confirmPayment, giveConsent, openIntent } from './payment-calls.js';

function wordsOf({ signatureMode, party1PaysForBoth }: NdaView): Payer['words'] {
  if (signatureMode !== 'remote') return 'sending';
  return party1PaysForBoth ? 'invitingForBoth' : 'inviting';
}

/**
 * True if the card was charged, but its money does not count. In this case money has to be returned to Party
 * 1. If the NDA shows an amount that Party 1 paid, that amount came from another intent or from a voucher.
 */
function isNotNeeded(nda: NdaView, paymentIntentId: string): boolean {
  const counts = nda.party1PaymentIntentId === paymentIntentId && (nda.party1PaymentAmount ?? 0) > 0;
  return nda.party1MoneyBack !== 'none' && nda.party1PaymentStatus !== 'pending' && !counts;
}

/**
 * Returns Party 1 as the payer. After a payment, the page shows the NDA that the server returns.
 * @param onPending as in `Payer`
 */
export function useParty1Payer(nda: NdaView, onPending: Payer['onPending']): Payer {
  const client = useQueryClient();
  const settled = (paid: NdaView, paymentIntentId?: string): PaymentResult => {
    const done = paid.paymentStatus === 'succeeded' || paid.amountDue === 0;
    const notNeeded = paymentIntentId !== undefined && isNotNeeded(paid, paymentIntentId);
    if (done) trackFunnelEvent('paid', paid.id);
    return { done, notNeeded, showOnPage: () => cacheNda(client, paid) };
  };
  return {
    amountDue: nda.amountDue,
    words: wordsOf(nda),
    openIntent: () => openIntent(nda.id),
    consent: (paymentIntentId) => giveConsent(nda.id, paymentIntentId),
    confirm: async (paymentIntentId) =>
      settled(await confirmPayment(nda.id, paymentIntentId), paymentIntentId),
    redeem: async (code) => {
      try {
        return settled(await applyVoucher(nda.id, code));
      } catch (failure) {
        const now = await readAfterUnknownOutcome(failure, client, nda.id);
        if (now?.amountDue === 0) return settled(now);
        throw failure;
      }
    },
    refresh: () => refreshNda(client, nda.id),
    onPending,
  };
}
