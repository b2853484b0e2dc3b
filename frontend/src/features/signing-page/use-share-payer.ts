import type { RemoteSignatureView, SharePaidView } from '@siegel/contracts/nda/remote-signature';
import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.js';
import { isClosed, mayHaveHappened } from '../../lib/api-error.js';
import type { Payer, PaymentResult } from '../payment/payer.js';
import { consentTo } from '../payment/payment-calls.js';
import { refetchLink } from './refetch-link.js';
import { linkAddress, linkKey } from './signing-link.js';

/** Returns Party 2 as the payer of its own share, through its link (rule:price). */
export function useSharePayer(token: string, amountDue: number, onPending: Payer['onPending']): Payer {
  const client = useQueryClient();
  const queryKey = linkKey(token);
  const address = linkAddress(token);
  const settled = (paid: SharePaidView): PaymentResult => ({
    done: paid.amountDue === 0,
    // After a payment was started, the status `none` means that the card was charged but the payment does not
    // count.
    notNeeded: paid.paymentStatus === 'none',
    showOnPage: () => {
      client.setQueryData<RemoteSignatureView>(
        queryKey,
        (link) => link && { ...link, amountDue: paid.amountDue },
      );
      void client.invalidateQueries({ queryKey });
    },
  });
  return {
    amountDue,
    words: 'share',
    openIntent: () =>
      api.post<PaymentIntentView>(`${address}/create-payment-intent`, {
        partyNumber: '2',
        paymentMode: 'split',
      }),
    consent: async (paymentIntentId) => {
      await api.post(`${address}/payment-consent`, consentTo(paymentIntentId));
    },
    confirm: async (paymentIntentId) =>
      settled(await api.post<SharePaidView>(`${address}/confirm-payment`, { paymentIntentId })),
    redeem: async (voucherCode) => {
      try {
        return settled(await api.post<SharePaidView>(`${address}/apply-voucher`, { voucherCode }));
      } catch (failure) {
        const now =
          mayHaveHappened(failure) || isClosed(failure) ? await refetchLink(client, token) : undefined;
        if (now?.amountDue === 0) return settled({ amountDue: 0, paymentStatus: 'succeeded' });
        throw failure;
      }
    },
    refresh: async () => {
      await client.invalidateQueries({ queryKey });
    },
    onPending,
  };
}
