import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Seal } from '../../components/seal.js';
import type { Payer } from './payer.js';
import { PAYMENT_WORDS } from './payment-words.js';
import type { PaymentOutcome } from './use-outcome.js';

/** The outcomes that the dialog shows with a title and a text. */
type TitledOutcome = Exclude<PaymentOutcome, 'notNeeded'>;

const OUTCOMES = {
  card: 'successTitle',
  voucher: 'voucherSuccessTitle',
  pending: 'pendingTitle',
  paid: 'paidTitle',
} as const satisfies Record<TitledOutcome, string>;

function TitledOutcomeBox({ outcome, words }: { outcome: TitledOutcome; words: Payer['words'] }) {
  const { t } = useTranslation('payment');
  const texts = {
    card: PAYMENT_WORDS[words].success,
    voucher: PAYMENT_WORDS[words].success,
    pending: 'pendingText',
    paid: 'paidText',
  } as const;
  return (
    <div className="payment-outcome" role="status">
      {outcome !== 'pending' && <Seal state="both" size={72} className="seal-stamped" />}
      <b>{t(OUTCOMES[outcome])}</b>
      <p className="text-soft">{t(texts[outcome])}</p>
    </div>
  );
}

/**
 * Says that the card was charged, but that the payment was not needed and the money is refunded. The user has
 * to close the dialog.
 */
function NotNeeded({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['payment', 'common']);
  const button = useRef<HTMLButtonElement>(null);
  // The form that had the focus is no longer shown, so the button takes the focus.
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="payment-outcome">
      <b role="status">{t('notNeeded')}</b>
      <Button variant="go" ref={button} onClick={onClose}>
        {t('common:close')}
      </Button>
    </div>
  );
}

interface OutcomeProps {
  outcome: PaymentOutcome;
  words: Payer['words'];
  onClose: () => void;
}

/** Shows how the payment ended. */
export function Outcome({ outcome, words, onClose }: OutcomeProps) {
  if (outcome === 'notNeeded') return <NotNeeded onClose={onClose} />;
  return <TitledOutcomeBox outcome={outcome} words={words} />;
}
