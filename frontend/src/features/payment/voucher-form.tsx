import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { TextInput } from '../../components/text-input.js';
import { useFailureToast } from '../../components/use-failure-toast.js';
import { validationMessage } from '@siegel/contracts/validation-messages';
import { userMessage } from '../../lib/api-error.js';
import { currentLanguage } from '../../lib/language.js';
import { formatVoucherCode } from './card-format.js';
import { OrderTerms } from './order-terms.js';
import type { Payer, PaymentResult } from './payer.js';

export interface VoucherFormProps {
  redeem: Payer['redeem'];
  onCancel: () => void;
  onApplied: (result: PaymentResult) => void;
  onBusy: (busy: boolean) => void;
  code: string;
  onCode: (code: string) => void;
}

/** Pays with a voucher instead of a card. */
export function VoucherForm({ redeem, onCancel, onApplied, onBusy, code, onCode }: VoucherFormProps) {
  const { t } = useTranslation(['payment', 'common']);
  const fail = useFailureToast();
  const [missing, setMissing] = useState(false);
  const toField = () => document.getElementById('voucher-code')?.focus();
  const {
    mutate,
    isPending: busy,
    isError,
  } = useMutation({
    mutationFn: redeem,
    onMutate: () => onBusy(true),
    onSuccess: (result) => onApplied(result),
    onError: (failure) => {
      fail(userMessage(failure, t('voucherFailed')));
      toField();
    },
    onSettled: () => onBusy(false),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = code.trim();
    setMissing(trimmed === '');
    if (trimmed === '') toField();
    else mutate(trimmed);
  };
  const refused = isError ? t('voucherNotTaken') : undefined;
  const error = missing ? validationMessage('validation.voucher', currentLanguage()) : refused;
  return (
    <form className="payment-panel" noValidate onSubmit={submit}>
      <Field id="voucher-code" label={t('code')} hint={t('codeHint')} error={error}>
        {(control) => (
          <TextInput
            {...control}
            className="input-code"
            value={code}
            placeholder="NDA-XXXX-XXXX"
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onCode(formatVoucherCode(event.target.value))}
          />
        )}
      </Field>
      <OrderTerms />
      <div className="dialog-actions">
        <Button variant="text" disabled={busy} onClick={onCancel}>
          {t('common:cancel')}
        </Button>
        <Button variant="go" type="submit" busy={busy} busyLabel={t('redeeming')}>
          {t('redeem')}
        </Button>
      </div>
    </form>
  );
}
