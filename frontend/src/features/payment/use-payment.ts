import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureToast } from '../../components/use-failure-toast.js';
import { userMessage } from '../../lib/api-error.js';
import { type ReturnedPayment, removeReturnFromAddress } from '../../lib/payment-return.js';
import { afterRefusal } from './after-refusal.js';
import type { CardFormProps } from './card-form-props.js';
import type { Payer, PaymentResult } from './payer.js';
import type { PaymentNotice } from './payment-notice.js';
import { type Intent, useIntent } from './use-intent.js';
import { type Outcome, useOutcome } from './use-outcome.js';

export interface Payment extends Intent, Pick<Outcome, 'outcome' | 'closed'> {
  /** True if the user has returned from the bank and the result of the payment is not known yet. */
  checking: boolean;
  notice: PaymentNotice | null;
  /**
   * Records the consent. Resolves to false if the card form must not take the payment. The dialog then says
   * why.
   */
  order: () => Promise<boolean>;
  /** The card form's `onSucceeded`. */
  cardSucceeded: CardFormProps['onSucceeded'];
  /**
   * Called if it is unknown whether the provider has taken the payment. Checks the payment
   * (rule:lost-answer-is-looked-for).
   */
  check: () => Promise<void>;
  voucherApplied: (result: PaymentResult) => void;
}

/** True if the server knows what became of the charged card. */
const isKnown = (found: PaymentResult | undefined): boolean =>
  found !== undefined && (found.done || found.notNeeded);

type Opening = Pick<Intent, 'prepare'> & Pick<Outcome, 'settle' | 'settleLater'>;

/**
 * Opens an intent as soon as the dialog opens. If the user has returned from the bank with a payment, checks
 * that payment first, and opens an intent only if the payment failed.
 * @returns true while the payment is being checked
 */
function useOpening(
  payer: Payer,
  returned: ReturnedPayment | undefined,
  { prepare, settle, settleLater, onUnpaid }: Opening & { onUnpaid: () => void },
): boolean {
  const [checking, setChecking] = useState(returned !== undefined);
  const ask = useEffectEvent(({ paymentIntentId }: ReturnedPayment) => {
    removeReturnFromAddress();
    return payer.confirm(paymentIntentId).catch(() => undefined);
  });
  const showResult = useEffectEvent((found: PaymentResult | undefined, { failed }: ReturnedPayment) => {
    setChecking(false);
    if (found !== undefined && (isKnown(found) || !failed)) return settle(found, 'card');
    if (!failed) return settleLater();
    onUnpaid();
    prepare();
  });
  // Runs once for each opening of the dialog. A change of the language must not start a second check.
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    if (returned === undefined) prepare();
    else void ask(returned).then((found) => showResult(found, returned));
  }, [prepare, returned]);
  return checking;
}

/**
 * Controls a payment from the opening of the dialog to its result. An intent is opened at once. When the user
 * presses the button, `order` records the consent. The card form then lets the provider take the money, and
 * the server checks the payment (`cardSucceeded`). If the provider's response is lost, `check` checks the
 * payment again. A refusal leads to another intent, to a notice, or to the end of the dialog. The page behind
 * the dialog receives the result of the card payment or the voucher.
 * @param onRenew called when another intent is requested, to which the user has not agreed yet
 * @param returned set if the user returns from the bank with a payment. This payment is checked before
 * another intent is opened.
 */
export function usePayment(
  payer: Payer,
  close: () => void,
  onRenew: () => void,
  returned?: ReturnedPayment,
): Payment {
  const { t } = useTranslation('payment');
  const fail = useFailureToast();
  const [notice, setNotice] = useState<PaymentNotice | null>(null);
  const { outcome, settle, settleLater, handleFinalRefusal, closed } = useOutcome(payer, close);
  const asked = useIntent(payer, { onNotice: setNotice, handleFinalRefusal, onRenew });
  const { intent, prepare, renew } = asked;
  const onUnpaid = () => setNotice('cameBack');
  const checking = useOpening(payer, returned, { prepare, settle, settleLater, onUnpaid });

  const cardSucceeded: Payment['cardSucceeded'] = async (isUntaken) => {
    if (intent === undefined) return true;
    const found = await payer.confirm(intent.paymentIntentId).catch(() => undefined);
    if (!isKnown(found) && (await isUntaken?.()) === true) {
      found?.showOnPage();
      return false;
    }
    if (found === undefined) settleLater();
    else settle(found, 'card');
    return true;
  };
  const check = async () => {
    if (intent === undefined) return;
    setNotice('checking');
    try {
      const found = await payer.confirm(intent.paymentIntentId);
      if (isKnown(found)) return settle(found, 'card');
      found.showOnPage();
      setNotice('notCharged');
    } catch (error) {
      const why = afterRefusal(error);
      if (why === 'renew') await renew();
      else if (!(await handleFinalRefusal(why, error))) setNotice('unseen');
    }
  };
  const order = async (): Promise<boolean> => {
    if (intent === undefined) return false;
    setNotice(null);
    try {
      await payer.consent(intent.paymentIntentId);
      payer.onPending(false);
      return true;
    } catch (error) {
      const why = afterRefusal(error);
      if (why === 'renew') await renew();
      else if (why === 'lost') setNotice('orderLost');
      else if (why === 'outdated') setNotice('outdated');
      else if (!(await handleFinalRefusal(why, error))) {
        fail(userMessage(error, t('nothingCharged')));
        setNotice('refused');
      }
      return false;
    }
  };
  const voucherApplied = (result: PaymentResult) => settle(result, 'voucher');
  return { ...asked, outcome, closed, checking, notice, order, check, cardSucceeded, voucherApplied };
}
