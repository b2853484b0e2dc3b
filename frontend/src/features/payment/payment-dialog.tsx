import { CreditCardIcon } from '@phosphor-icons/react/dist/csr/CreditCard';
import { TicketIcon } from '@phosphor-icons/react/dist/csr/Ticket';
import { WarningCircleIcon } from '@phosphor-icons/react/dist/csr/WarningCircle';
import type { NdaView } from '@siegel/contracts/nda/view';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/dialog.js';
import { Money } from '../../components/money.js';
import { Seal } from '../../components/seal.js';
import { Tabs } from '../../components/tabs.js';
import { useUnsaved } from '../../lib/unsaved.js';
import { CardTab } from './card-tab.js';
import { useCardForm } from './card-fields.js';
import { type PaymentOutcome, usePayment } from './use-payment.js';
import { VoucherForm } from './voucher-form.js';

export interface PaymentDialogProps {
  nda: NdaView;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

type PayTab = 'card' | 'voucher';

/** What is ordered: in person the sending alone, through a link also the invitation, for one or for both. */
function itemOf({ signatureMode, party1PaysForBoth }: NdaView) {
  if (signatureMode !== 'remote') return ['item', 'itemNote'] as const;
  return party1PaysForBoth
    ? (['remote.both', 'remote.bothNote'] as const)
    : (['remote.share', 'remote.shareNote'] as const);
}

function Total({ nda, cents }: { nda: NdaView; cents: number }) {
  const { t } = useTranslation('payment');
  const [item, note] = itemOf(nda);
  return (
    <div className="payment-total">
      <div>
        <b>{t(item)}</b>
        <p className="text-note">{t(note)}</p>
      </div>
      <Money cents={cents} className="payment-total-amount" />
    </div>
  );
}

function Outcome({ outcome, remote }: { outcome: PaymentOutcome; remote: boolean }) {
  const { t } = useTranslation('payment');
  return (
    <div className="payment-outcome" role="status">
      {outcome !== 'pending' && <Seal state="both" size={72} className="seal-stamped" />}
      <b>
        {t(
          outcome === 'pending'
            ? 'pendingTitle'
            : outcome === 'voucher'
              ? 'voucherSuccessTitle'
              : 'successTitle',
        )}
      </b>
      <p className="text-soft">
        {t(outcome === 'pending' ? 'pendingText' : remote ? 'remote.successText' : 'successText')}
      </p>
    </div>
  );
}

/** Card or voucher (rule:card-or-voucher). While money moves it cannot be closed. */
export function PaymentDialog({ nda, open, onOpenChange }: PaymentDialogProps) {
  const { t } = useTranslation('payment');
  const [tab, setTab] = useState<PayTab>('card');
  const [busy, setBusy] = useState(false);
  useUnsaved(open ? t('unsaved') : undefined);
  // Kept here, so that a look at the other tab loses nothing.
  const form = useCardForm();
  const [code, setCode] = useState('');
  // What was owed when the dialog opened: it stays in sight when nothing is owed any more.
  const [amount] = useState(nda.amountDue);
  const payment = usePayment(nda, () => onOpenChange(false));
  const shared = { onCancel: () => onOpenChange(false), onBusy: setBusy };
  const remote = nda.signatureMode === 'remote';
  const testMode = payment.intent?.provider === 'sandbox';
  const band = testMode ? (
    <>
      <WarningCircleIcon size={20} aria-hidden="true" />
      {t('testMode')}
    </>
  ) : undefined;
  const card = (
    <CardTab
      {...shared}
      form={form}
      intent={payment.intent}
      failed={payment.intentFailed}
      onRetry={payment.prepare}
      onSucceeded={payment.cardSucceeded}
    />
  );
  const voucher = (
    <VoucherForm {...shared} code={code} onCode={setCode} ndaId={nda.id} onApplied={payment.voucherApplied} />
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(remote ? 'remote.title' : 'title')}
      band={band}
      closable={!busy}
    >
      {payment.outcome === null ? (
        <>
          <Total nda={nda} cents={payment.intent?.amount ?? amount} />
          <Tabs
            label={t('tabs')}
            value={tab}
            onValueChange={(next) => !busy && setTab(next)}
            tabs={[
              { value: 'card', label: <TabLabel name="card" />, content: card },
              { value: 'voucher', label: <TabLabel name="voucher" />, content: voucher },
            ]}
          />
        </>
      ) : (
        <Outcome outcome={payment.outcome} remote={remote} />
      )}
    </Dialog>
  );
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
