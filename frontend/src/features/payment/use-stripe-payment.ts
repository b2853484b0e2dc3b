import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '../../components/use-failure-toast.js';
import { userMessage } from '../../lib/api-error.js';
import { forgetReturnPage, storeReturnPage } from '../../lib/payment-return.js';
import type { CardFormProps } from './card-form-props.js';
import { isGone, isStillOpen, type ProviderAnswer, readAnswer } from './provider-answer.js';

/**
 * `bank`: the provider was called, and the bank may now ask the user for confirmation. `checking`: the
 * provider's response was lost, and the payment is being checked.
 */
export type PaymentStep = 'order' | 'bank' | 'checking';

type AttemptResult = ProviderAnswer | { kind: 'not ordered' };

export interface StripePayment {
  busy: boolean;
  step: PaymentStep;
  /** True if the last attempt ended without a payment. */
  failed: boolean;
  pay: () => void;
}

/** True if the provider itself says that nothing was taken. */
const isLeftOpen = async (stripe: Stripe | null, clientSecret: string): Promise<boolean> =>
  isStillOpen(await stripe?.retrievePaymentIntent(clientSecret).catch(() => undefined));

/**
 * Pays when the button is pressed. It first checks the fields, then records the consent, then lets the
 * provider take the money (rule:consent-when-given).
 */
export function useStripePayment(
  { intent, onOrder, onGone, onSucceeded, onBusy, onBank, form }: CardFormProps,
  stripe: Stripe | null,
  elements: StripeElements | null,
): StripePayment {
  const { t } = useTranslation('payment');
  const fail = useFailureToast();
  const [step, setStep] = useState<PaymentStep>('order');

  async function isComplete(): Promise<boolean> {
    const { error } = (await elements?.submit()) ?? {};
    // The provider's fields show their own errors.
    const agreed = await form.trigger('agreed', { shouldFocus: error === undefined });
    if (error !== undefined) elements?.getElement('payment')?.focus();
    return error === undefined && agreed;
  }

  async function confirm(): Promise<ProviderAnswer> {
    if (stripe === null || elements === null) throw new Error('There are no fields yet.');
    storeReturnPage();
    setStep('bank');
    onBank(true);
    try {
      return readAnswer(
        await stripe.confirmPayment({
          elements,
          clientSecret: intent.clientSecret,
          redirect: 'if_required',
          confirmParams: { return_url: window.location.origin },
        }),
      );
    } catch {
      return readAnswer(undefined);
    } finally {
      onBank(false);
      forgetReturnPage();
    }
  }

  /**
   * Turns the provider's response into a final result. Asks the user to pay again only once it is known that
   * nothing was taken (rule:nobody-pays-twice). If the response was lost, asks the provider about the payment,
   * then the server, and then the provider again, because the connection may have come back.
   */
  async function settled(answer: ProviderAnswer): Promise<ProviderAnswer> {
    if (answer.kind === 'unknown') setStep('checking');
    else if (answer.kind !== 'taken') return answer;
    const isUntaken = () => isLeftOpen(stripe, intent.clientSecret);
    const taken = !(answer.kind === 'unknown' && (await isUntaken())) && (await onSucceeded(isUntaken));
    return taken ? { kind: 'taken' } : { kind: 'refused', message: t('failure') };
  }

  const { mutate, isPending, isError, data } = useMutation<AttemptResult>({
    mutationFn: async () => {
      if (!(await isComplete()) || !(await onOrder())) return { kind: 'not ordered' };
      const answer = await settled(await confirm());
      if (answer.kind === 'other' && isGone(answer.status)) await onGone();
      return answer;
    },
    onMutate: () => {
      onBusy(true);
      setStep('order');
    },
    onSuccess: (fate) => {
      if (fate.kind === 'refused') fail(fate.message ?? t('failure'));
      if (fate.kind === 'other') fail(t('status', { status: fate.status }));
    },
    onError: (error) => fail(userMessage(error, t('failure'))),
    onSettled: () => {
      setStep('order');
      onBusy(false);
    },
  });
  return {
    busy: isPending,
    step,
    failed: isError || data?.kind === 'refused' || data?.kind === 'other',
    pay: () => mutate(),
  };
}
