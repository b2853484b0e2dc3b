import type { NdaView, PaymentIntentView } from '@siegel/contracts/nda/view';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../components/use-toast.js';
import { trackFunnelEvent } from '../../lib/analytics.js';
import { ApiError, userMessage } from '../../lib/api-error.js';
import { keepNda, refreshNda } from '../nda/nda-query.js';
import { confirmPayment, openIntent } from './payment-calls.js';

/** `pending`: the provider said yes, the server has not seen it yet. */
export type PaymentOutcome = 'card' | 'voucher' | 'pending';

/** Long enough to be read, before the page behind takes over. */
const OUTCOME_MS = 1400;

export interface Payment {
  intent: PaymentIntentView | undefined;
  intentFailed: boolean;
  prepare: () => void;
  outcome: PaymentOutcome | null;
  cardSucceeded: () => Promise<void>;
  voucherApplied: (nda: NdaView) => void;
}

/** Opens the intent at once, and takes what the card or the voucher gave into the NDA that the page shows. */
export function usePayment(nda: NdaView, close: () => void): Payment {
  const { t } = useTranslation('payment');
  const { toast } = useToast();
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<PaymentOutcome | null>(null);
  const closeNow = useEffectEvent(close);

  const {
    data: intent,
    isError: intentFailed,
    mutate: prepare,
  } = useMutation({
    mutationFn: () => openIntent(nda.id),
    onError: async (error) => {
      toast({ title: t('errorTitle'), description: userMessage(error, t('intentFailed')), tone: 'bad' });
      // Paid meanwhile, in another tab: the page behind shows it.
      if (error instanceof ApiError && error.status === 409) await refreshNda(client, nda.id);
    },
  });
  // The intent belongs to the dialog's opening; a change of language must not ask for it again.
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    prepare();
  }, [prepare]);

  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => closeNow(), OUTCOME_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const settle = (paid: NdaView, how: 'card' | 'voucher') => {
    const done = paid.paymentStatus === 'succeeded' || paid.amountDue === 0;
    if (done) trackFunnelEvent('paid', paid.id);
    setOutcome(done ? how : 'pending');
    keepNda(client, paid);
  };
  const cardSucceeded = async () => {
    if (intent === undefined) return;
    try {
      settle(await confirmPayment(nda.id, intent.paymentIntentId), 'card');
    } catch {
      // The card is charged: nobody may be told to pay again. The server finds the payment by itself.
      setOutcome('pending');
    }
  };
  return {
    intent,
    intentFailed,
    prepare,
    outcome,
    cardSucceeded,
    voucherApplied: (paid) => settle(paid, 'voucher'),
  };
}
