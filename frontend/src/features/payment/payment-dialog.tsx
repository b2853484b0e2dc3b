import { CreditCardIcon } from '@phosphor-icons/react/dist/csr/CreditCard';
import { TicketIcon } from '@phosphor-icons/react/dist/csr/Ticket';
import { WarningCircleIcon } from '@phosphor-icons/react/dist/csr/WarningCircle';
import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/dialog.js';
import { Money } from '../../components/money.js';
import { Tabs } from '../../components/tabs.js';
import { returnedPayment } from '../../lib/payment-return.js';
import { useSite } from '../../lib/site.js';
import { useUnsaved } from '../../lib/unsaved.js';
import type { PaymentDialogProps } from '../nda/payment-dialog-props.js';
import { useVatRate } from '../nda/use-vat-rate.js';
import { CardTab } from './card-tab.js';
import { useCardForm } from './card-fields.js';
import { CheckingPayment } from './checking-payment.js';
import { useParty1Payer } from './party1-payer.js';
import { movesNoMoney } from './moves-no-money.js';
import { OrderNumber } from './order-number.js';
import { PAYMENT_WORDS } from './payment-words.js';
import type { Payer } from './payer.js';
import { Outcome } from './payment-outcome.js';
import type { PaymentOutcome } from './use-outcome.js';
import { usePayment } from './use-payment.js';
import { VoucherForm } from './voucher-form.js';

interface PayerDialogProps {
  payer: Payer;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /**
   * True if there is nothing left to pay for. The dialog then closes. It stays open while money may be moving,
   * and until the user has read that the money goes back.
   */
  over?: boolean;
}

type PayTab = 'card' | 'voucher';

/**
 * Shows the total. VAT is mentioned only if the operator has configured a rate
 * (rule:operator-is-configuration).
 */
function Total({ cents, words }: { cents: number | undefined; words: Payer['words'] }) {
  const { t } = useTranslation('payment');
  const rate = useVatRate();
  return (
    <div className="payment-total">
      <div>
        <b>{t(PAYMENT_WORDS[words].item)}</b>
        <p className="text-note">
          {t(PAYMENT_WORDS[words].note)}
          {rate !== null && `, ${t('vat', { rate })}`}
        </p>
      </div>
      {cents === undefined ? (
        <span className="payment-total-amount" aria-busy="true">
          <span className="visually-hidden">{t('pricePreparing')}</span>
          <span className="skeleton-line payment-total-waiting" />
        </span>
      ) : (
        <Money cents={cents} className="payment-total-amount" />
      )}
    </div>
  );
}

/** Returns the band above the dialog if nothing is charged (rule:operator-is-configuration). */
function useBand(intent: PaymentIntentView | undefined): ReactNode {
  const { t } = useTranslation('payment');
  const { payments } = useSite();
  if (!movesNoMoney(intent, payments.testMode)) return undefined;
  return (
    <>
      <WarningCircleIcon size={20} aria-hidden="true" />
      {t('testMode')}
    </>
  );
}

/** True if nothing has ended, or if the user must still see the end of a payment (see `over`). */
const staysOpen = (over: boolean | undefined, moves: boolean, outcome: PaymentOutcome | null): boolean =>
  over !== true || moves || outcome === 'notNeeded';

/**
 * The dialog in which a party pays by card or voucher (rule:card-or-voucher). While a payment is in progress,
 * the dialog cannot be closed. While the bank asks the user for confirmation, the dialog releases the focus
 * (rule:bank-asks-beside-the-dialog). A user who returns from the bank's page sees the result of the payment
 * in the dialog.
 */
export function PayerDialog({ payer, open: wanted, over, onOpenChange }: PayerDialogProps) {
  const { t } = useTranslation('payment');
  const [tab, setTab] = useState<PayTab>('card');
  const [busy, setBusy] = useState(false);
  const [bankAsks, setBankAsks] = useState(false);
  const [returned] = useState(returnedPayment);
  // The form is kept here, so that switching to the other tab loses no data.
  const form = useCardForm();
  const [code, setCode] = useState('');
  const payment = usePayment(
    payer,
    () => onOpenChange(false),
    () => form.setValue('agreed', false),
    returned,
  );
  const moves = busy || payment.checking;
  const open = wanted && staysOpen(over, moves, payment.outcome);
  useUnsaved(open ? t('unsaved') : undefined);
  const changeOpen = (next: boolean) => {
    onOpenChange(next);
    if (!next) payment.closed();
  };
  const shared = { onCancel: () => onOpenChange(false), onBusy: setBusy };
  const isSandbox = payment.intent?.provider === 'sandbox';
  const card = (
    <CardTab
      {...shared}
      form={form}
      intent={payment.intent}
      failed={payment.intentFailed}
      notice={payment.notice}
      onBank={setBankAsks}
      onVoucher={() => setTab('voucher')}
      onOrder={payment.order}
      onLost={payment.check}
      onGone={payment.renew}
      onRetry={payment.prepare}
      onSucceeded={payment.cardSucceeded}
    />
  );
  const voucher = (
    <VoucherForm
      {...shared}
      code={code}
      onCode={setCode}
      redeem={payer.redeem}
      onApplied={payment.voucherApplied}
    />
  );
  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      title={t(PAYMENT_WORDS[payer.words].title)}
      band={useBand(payment.intent)}
      closable={!moves}
      trapsFocus={!bankAsks}
    >
      {payment.checking && <CheckingPayment />}
      {!payment.checking && payment.outcome === null && (
        <>
          <Total cents={payment.price} words={payer.words} />
          <OrderNumber number={payment.intent?.orderNumber} />
          <Tabs
            label={t('tabs')}
            value={tab}
            onValueChange={(next) => !busy && setTab(next)}
            tabs={[
              { value: 'card', label: <TabLabel name="card" />, content: card, kept: !isSandbox },
              { value: 'voucher', label: <TabLabel name="voucher" />, content: voucher },
            ]}
          />
        </>
      )}
      {payment.outcome !== null && (
        <Outcome outcome={payment.outcome} words={payer.words} onClose={() => changeOpen(false)} />
      )}
    </Dialog>
  );
}

/** The dialog in which Party 1 pays for its NDA. */
export function PaymentDialog({ nda, onPending, ...rest }: PaymentDialogProps) {
  return <PayerDialog {...rest} payer={useParty1Payer(nda, onPending)} />;
}

function TabLabel({ name }: { name: PayTab }) {
  const { t } = useTranslation('payment');
  const Icon = name === 'card' ? CreditCardIcon : TicketIcon;
  return (
    <>
      <Icon size={20} aria-hidden="true" />
      {t(name)}
    </>
  );
}
