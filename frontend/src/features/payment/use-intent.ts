import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '../../components/use-failure-toast.js';
import { ApiError, userMessage } from '../../lib/api-error.js';
import { afterRefusal } from './after-refusal.js';
import type { Payer } from './payer.js';
import type { PaymentNotice } from './payment-notice.js';
import type { Outcome } from './use-outcome.js';

export interface Intent {
  /** The intent that was opened last. */
  intent: PaymentIntentView | undefined;
  intentFailed: boolean;
  /** Cents to be paid. Undefined while another intent is requested, because the price may change. */
  price: number | undefined;
  prepare: () => void;
  /**
   * Requests another intent, to which the user has not agreed yet. Resolves when the intent has arrived or
   * the request has failed.
   */
  renew: () => Promise<void>;
}

interface IntentOptions {
  onNotice: (notice: PaymentNotice | null) => void;
  handleFinalRefusal: Outcome['handleFinalRefusal'];
  onRenew: () => void;
}

/** Opens a payment intent at the provider. Returns the intent and its price. */
export function useIntent(payer: Payer, { onNotice, handleFinalRefusal, onRenew }: IntentOptions): Intent {
  const { t } = useTranslation('payment');
  const fail = useFailureToast();
  // The amount owed when the dialog opened. The dialog keeps showing it after nothing is owed any more.
  const [atFirst] = useState(payer.amountDue);
  // The old intent is kept while another intent is requested. Without an intent, the form would disappear and
  // the typed data would be lost.
  const [intent, setIntent] = useState<PaymentIntentView>();
  const { isPending, isError, mutate, mutateAsync } = useMutation({
    mutationFn: () => payer.openIntent(),
    onSuccess: (next) => {
      if (intent !== undefined) onNotice(next.amount === intent.amount ? 'renewed' : 'changed');
      setIntent(next);
    },
    onError: async (error) => {
      if (await handleFinalRefusal(afterRefusal(error), error)) return;
      fail(userMessage(error, t('intentFailed')));
      if (error instanceof ApiError && error.status === 409) await payer.refresh();
    },
  });
  const renew = async (): Promise<void> => {
    onNotice(null);
    onRenew();
    await mutateAsync().catch(() => undefined);
    void payer.refresh();
  };
  // While another intent is requested, the price is undefined, because the price may change. If the request
  // fails, the price is the amount owed, which the page behind the dialog knows.
  const price = (isError ? undefined : intent?.amount) ?? (payer.amountDue || atFirst);
  return {
    intent,
    intentFailed: isError,
    price: isPending && intent !== undefined ? undefined : price,
    prepare: mutate,
    renew,
  };
}
