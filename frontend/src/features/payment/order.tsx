import { CONSENT } from '@siegel/contracts/agreement/consent';
import { type UseFormReturn, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { checkedField } from '../../components/checked-field.js';
import { Checkbox } from '../../components/checkbox.js';
import { Notice } from '../../components/notice.js';
import { currentLanguage } from '../../lib/language.js';
import type { CardForm } from './card-fields.js';
import { OrderTerms } from './order-terms.js';

/** Says that nothing was charged. The form keeps the typed data. */
export function FailureNotice() {
  const { t } = useTranslation('payment');
  return (
    <Notice tone="bad" title={t('failureTitle')}>
      {t('failureText')}
    </Notice>
  );
}

/**
 * The consent is a separate component, so that its checkbox is registered after the card's fields. The form
 * then moves the focus to a wrong card field before it moves the focus to the checkbox.
 */
function Consent({ form }: { form: UseFormReturn<CardForm> }) {
  const { t } = useTranslation('payment');
  const { errors } = useFormState({ control: form.control, name: 'agreed' });
  return (
    <Checkbox
      {...checkedField(form, 'agreed', { validate: (agreed) => agreed })}
      label={CONSENT[currentLanguage()].earlyPerformance}
      error={errors.agreed ? t('consentRequired') : undefined}
    />
  );
}

export interface OrderProps {
  form: UseFormReturn<CardForm>;
  busy: boolean;
  onCancel: () => void;
}

/**
 * The part below the fields of every card form: the consent, the links and the button that orders
 * (rule:pay-button).
 */
export function Order({ form, busy, onCancel }: OrderProps) {
  const { t } = useTranslation(['payment', 'common']);
  const words = CONSENT[currentLanguage()];
  return (
    <>
      <p className="text-note">{words.withdrawal}</p>
      <Consent form={form} />
      <OrderTerms />
      <div className="dialog-actions">
        <Button variant="text" disabled={busy} onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button variant="go" type="submit" busy={busy} busyLabel={t('processing')}>
          {words.pay}
        </Button>
      </div>
    </>
  );
}
