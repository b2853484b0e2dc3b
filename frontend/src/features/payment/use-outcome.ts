import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../components/use-toast.js';
import { userMessage } from '../../lib/api-error.js';
import type { AfterRefusal } from './after-refusal.js';
import type { Payer, PaymentResult } from './payer.js';

/**
 * `pending`: the provider has confirmed the payment, but the server has not seen it yet. `paid`: the payment
 * was already made elsewhere, for instance in another tab. `notNeeded`: the card was charged, but its money
 * goes back.
 */
export type PaymentOutcome = 'card' | 'voucher' | 'pending' | 'paid' | 'notNeeded';

/** Milliseconds for which the outcome is shown before the dialog closes, so that the user can read it. */
const OUTCOME_MS = 1400;

export interface Outcome {
  outcome: PaymentOutcome | null;
  settle: (result: PaymentResult, how: 'card' | 'voucher') => void;
  /**
   * Called if the card may have been charged. The user must not be asked to pay again. The server finds the
   * payment automatically.
   */
  settleLater: () => void;
  /**
   * Resolves to true if this refusal means that no payment is possible here, for good or at the moment. The
   * page behind the dialog then shows the current state.
   */
  handleFinalRefusal: (why: AfterRefusal, error: unknown) => Promise<boolean>;
  /** Called when the dialog closes. */
  closed: () => void;
}

/**
 * Shows the outcome of the payment, then closes the dialog after OUTCOME_MS. The user does not expect the
 * outcome `notNeeded`, because the card was charged but the money goes back. The dialog then stays open until
 * the user closes it, and the page behind the dialog changes only then.
 */
export function useOutcome(payer: Payer, close: () => void): Outcome {
  const { t } = useTranslation('payment');
  const { toast } = useToast();
  const [outcome, setOutcome] = useState<PaymentOutcome | null>(null);
  const closeNow = useEffectEvent(close);
  const showLater = useRef<() => void>(undefined);
  useEffect(() => {
    if (outcome === null || outcome === 'notNeeded') return undefined;
    const timer = setTimeout(() => closeNow(), OUTCOME_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const handleFinalRefusal = async (why: AfterRefusal, error: unknown): Promise<boolean> => {
    if (why === 'paid') {
      await payer.refresh();
      setOutcome('paid');
      return true;
    }
    if (why !== 'nothingDue' && why !== 'closed' && why !== 'paused') return false;
    toast(
      why === 'nothingDue'
        ? { title: t('nothingDueTitle'), description: t('nothingCharged') }
        : { title: t(`${why}Title`), description: userMessage(error, t('nothingCharged')), tone: 'bad' },
    );
    close();
    await payer.refresh();
    return true;
  };
  const settleLater = () => {
    setOutcome('pending');
    payer.onPending(true);
  };
  const settle = ({ done, notNeeded, showOnPage }: PaymentResult, how: 'card' | 'voucher') => {
    if (notNeeded && how === 'card') {
      setOutcome('notNeeded');
      showLater.current = showOnPage;
      return;
    }
    setOutcome(done ? how : 'pending');
    showOnPage();
    if (!done) payer.onPending(true);
  };
  const closed = () => {
    showLater.current?.();
    showLater.current = undefined;
  };
  return { outcome, settle, settleLater, handleFinalRefusal, closed };
}
