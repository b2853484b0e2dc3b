import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../components/use-toast.js';
import { ApiError, userMessage } from '../../lib/api-error.js';
import { type ReturnedPayment, takeReturnOutOfAddress } from '../../lib/payment-return.js';
import type { Payer, Settled } from './payer.js';

/** `pending`: the provider said yes, the server has not seen it yet. */
export type PaymentOutcome = 'card' | 'voucher' | 'pending';

/** Long enough to be read, before the page behind takes over. */
const OUTCOME_MS = 1400;

export interface Payment {
  intent: PaymentIntentView | undefined;
  intentFailed: boolean;
  prepare: () => void;
  outcome: PaymentOutcome | null;
  /** Somebody came back from the bank, and nobody knows yet what became of the payment. */
  looking: boolean;
  /** Somebody came back from the bank, and nothing was paid. */
  cameBackUnpaid: boolean;
  /** Another amount is owed than the dialog showed: it is to be looked at before anybody orders. */
  changed: boolean;
  /** Records the consent; false where there is nothing to pay with this intent any more. */
  order: () => Promise<boolean>;
  cardSucceeded: () => Promise<void>;
  voucherApplied: (settled: Settled) => void;
}

/** The open intent. It stays while another one is asked for: with the form goes what was typed. */
function useIntent(payer: Payer) {
  const { t } = useTranslation('payment');
  const { toast } = useToast();
  const [intent, setIntent] = useState<PaymentIntentView>();
  const { isError, mutate, mutateAsync } = useMutation({
    mutationFn: () => payer.openIntent(),
    onSuccess: setIntent,
    onError: async (error) => {
      toast({ title: t('errorTitle'), description: userMessage(error, t('intentFailed')), tone: 'bad' });
      // Paid meanwhile, in another tab, or the link is closed: the page behind shows it.
      if (error instanceof ApiError && (error.status === 409 || error.status === 410)) await payer.refresh();
    },
  });
  return { intent, intentFailed: isError, prepare: mutate, prepareAnew: mutateAsync };
}

/** Shown until it can have been read; the page behind has it at once. */
function useOutcome(payer: Payer, close: () => void) {
  const [outcome, setOutcome] = useState<PaymentOutcome | null>(null);
  const closeNow = useEffectEvent(close);
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
  /** The card is charged: nobody may be told to pay again. The server finds the payment by itself. */
  const settleLater = () => {
    setOutcome('pending');
    payer.onPending();
  };
  return { outcome, settle, settleLater };
}

/**
 * Opens the intent at once, and hands what the card or the voucher gave to the page behind.
 * @param returned the payment from whose bank somebody comes back: it is looked for, and no other one opened
 */
export function usePayment(payer: Payer, close: () => void, returned?: ReturnedPayment): Payment {
  const { intent, intentFailed, prepare, prepareAnew } = useIntent(payer);
  const { outcome, settle, settleLater } = useOutcome(payer, close);
  const [changed, setChanged] = useState(false);
  const [cameBackUnpaid, setCameBackUnpaid] = useState(false);

  const cardSucceeded = async () => {
    if (intent === undefined) return;
    try {
      settle(await payer.confirm(intent.paymentIntentId), 'card');
    } catch {
      settleLater();
    }
  };
  const { mutate: look, isSuccess: isLookedFor } = useMutation({
    mutationFn: ({ paymentIntentId }: ReturnedPayment) =>
      payer.confirm(paymentIntentId).catch(() => undefined),
    onSuccess: (found, { failed }) => {
      if (failed && found?.done !== true) {
        setCameBackUnpaid(true);
        prepare();
      } else if (found === undefined) settleLater();
      else settle(found, 'card');
    },
  });
  // The intent belongs to the dialog's opening; a change of language must not ask for it again.
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    if (returned === undefined) {
      prepare();
      return;
    }
    takeReturnOutOfAddress();
    look(returned);
  }, [prepare, look, returned]);

  const order = async (): Promise<boolean> => {
    if (intent === undefined) return false;
    try {
      await payer.consent(intent.paymentIntentId);
      return true;
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      if (code !== 'payment_changed' && code !== 'already_paid') throw error;
      if (code === 'already_paid') await cardSucceeded();
      else {
        // The button takes no press meanwhile; where it fails, the dialog says so.
        await prepareAnew().catch(() => undefined);
        setChanged(true);
      }
      return false;
    }
  };
  return {
    looking: returned !== undefined && !isLookedFor,
    cameBackUnpaid,
    changed,
    order,
    intent,
    intentFailed,
    prepare,
    outcome,
    cardSucceeded,
    voucherApplied: (settled) => settle(settled, 'voucher'),
  };
}
