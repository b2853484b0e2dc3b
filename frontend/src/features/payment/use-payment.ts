import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../components/use-toast.js';
import { ApiError, userMessage } from '../../lib/api-error.js';
import { type ReturnedPayment, takeReturnOutOfAddress } from '../../lib/payment-return.js';
import { type AfterRefusal, afterRefusal } from './after-refusal.js';
import type { Payer, Settled } from './payer.js';
import type { PaymentNotice } from './payment-notice.js';

/** `pending`: the provider said yes, the server has not seen it yet. `paid`: it was, before anything was done here. */
export type PaymentOutcome = 'card' | 'voucher' | 'pending' | 'paid';

/** Long enough to be read, before the page behind takes over. */
const OUTCOME_MS = 1400;

export interface Payment {
  intent: PaymentIntentView | undefined;
  intentFailed: boolean;
  /** Cents to be paid; undefined while another price than the one that was shown may come. */
  price: number | undefined;
  prepare: () => void;
  outcome: PaymentOutcome | null;
  /** Somebody came back from the bank, and nobody knows yet what became of the payment. */
  looking: boolean;
  notice: PaymentNotice | null;
  /** Records the consent; false where this payment is not to be taken: the dialog says why. */
  order: () => Promise<boolean>;
  cardSucceeded: () => Promise<void>;
  /** Whether the provider has taken the payment is not known (rule:lost-answer-is-looked-for). */
  look: () => Promise<void>;
  voucherApplied: (settled: Settled) => void;
}

/** Nothing can be paid here any more: the page behind shows what is so now. */
function useEnds(payer: Payer, close: () => void, setOutcome: (outcome: PaymentOutcome) => void) {
  const { t } = useTranslation('payment');
  const { toast } = useToast();
  return async (why: AfterRefusal, error: unknown): Promise<boolean> => {
    if (why === 'paid') {
      await payer.refresh();
      setOutcome('paid');
      return true;
    }
    if (why !== 'nothingDue' && why !== 'closed') return false;
    toast(
      why === 'closed'
        ? { title: t('closedTitle'), description: userMessage(error, t('nothingCharged')), tone: 'bad' }
        : { title: t('nothingDueTitle'), description: t('nothingCharged') },
    );
    close();
    await payer.refresh();
    return true;
  };
}

/**
 * Opens the intent at once, and hands what the card or the voucher gave to the page behind.
 * @param onRenew another intent is asked for: to it nobody has agreed yet
 * @param returned the payment from whose bank somebody comes back: it is looked for, and no other one opened
 */
export function usePayment(
  payer: Payer,
  close: () => void,
  onRenew: () => void,
  returned?: ReturnedPayment,
): Payment {
  const { t } = useTranslation('payment');
  const { toast } = useToast();
  const [outcome, setOutcome] = useState<PaymentOutcome | null>(null);
  const [notice, setNotice] = useState<PaymentNotice | null>(null);
  /** What was owed when the dialog opened: it stays in sight when nothing is owed any more. */
  const [atFirst] = useState(payer.amountDue);
  // Stays while another one is asked for: with the form goes what was typed.
  const [intent, setIntent] = useState<PaymentIntentView>();
  const [looking, setLooking] = useState(returned !== undefined);
  const closeNow = useEffectEvent(close);
  const ended = useEnds(payer, close, setOutcome);

  const {
    isPending,
    isError: intentFailed,
    mutate: prepare,
    mutateAsync: prepareAnew,
  } = useMutation({
    mutationFn: () => payer.openIntent(),
    onSuccess: (next) => {
      if (intent !== undefined) setNotice(next.amount === intent.amount ? 'renewed' : 'changed');
      setIntent(next);
    },
    onError: async (error) => {
      if (await ended(afterRefusal(error), error)) return;
      toast({ title: t('errorTitle'), description: userMessage(error, t('intentFailed')), tone: 'bad' });
      if (error instanceof ApiError && error.status === 409) await payer.refresh();
    },
  });
  // The intent belongs to the dialog's opening; a change of language must not ask for it again.
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    if (returned === undefined) prepare();
    else void lookForReturned(returned);
  }, [prepare, returned]);

  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => closeNow(), OUTCOME_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const settle = ({ done, keep }: Settled, how: 'card' | 'voucher') => {
    setOutcome(done ? how : 'pending');
    keep();
    if (!done) payer.onPending();
  };
  const settleLater = () => {
    setOutcome('pending');
    payer.onPending();
  };
  const cardSucceeded = async () => {
    if (intent === undefined) return;
    try {
      settle(await payer.confirm(intent.paymentIntentId), 'card');
    } catch {
      // The card is charged: nobody may be told to pay again. The server finds the payment by itself.
      settleLater();
    }
  };
  const lookForReturned = useEffectEvent(async ({ paymentIntentId, failed }: ReturnedPayment) => {
    takeReturnOutOfAddress();
    const found = await payer.confirm(paymentIntentId).catch(() => undefined);
    setLooking(false);
    if (found?.done === true) settle(found, 'card');
    else if (failed) {
      setNotice('cameBack');
      prepare();
    } else if (found === undefined) settleLater();
    else settle(found, 'card');
  });
  /** The button takes no press meanwhile; where it fails, the dialog says so. */
  const renew = async (): Promise<void> => {
    setNotice(null);
    onRenew();
    await prepareAnew().catch(() => undefined);
    void payer.refresh();
  };
  const look = async () => {
    if (intent === undefined) return;
    setNotice('looking');
    try {
      const found = await payer.confirm(intent.paymentIntentId);
      if (found.done) return settle(found, 'card');
      found.keep();
      setNotice('notCharged');
    } catch (error) {
      const why = afterRefusal(error);
      if (why === 'renew') await renew();
      else if (!(await ended(why, error))) setNotice('unseen');
    }
  };
  const order = async (): Promise<boolean> => {
    if (intent === undefined) return false;
    setNotice(null);
    try {
      await payer.consent(intent.paymentIntentId);
      return true;
    } catch (error) {
      const why = afterRefusal(error);
      if (why === 'renew') await renew();
      else if (why === 'lost') setNotice('orderLost');
      else if (why === 'outdated') setNotice('outdated');
      else if (!(await ended(why, error))) {
        toast({ title: t('errorTitle'), description: userMessage(error, t('nothingCharged')), tone: 'bad' });
        setNotice('refused');
      }
      return false;
    }
  };
  // Another price may come; where it does not, the page behind knows what is owed.
  const price = (intentFailed ? undefined : intent?.amount) ?? (payer.amountDue || atFirst);
  return {
    looking,
    notice,
    order,
    look,
    intent,
    intentFailed,
    price: isPending && intent !== undefined ? undefined : price,
    prepare,
    outcome,
    cardSucceeded,
    voucherApplied: (settled) => settle(settled, 'voucher'),
  };
}
