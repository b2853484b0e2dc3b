import type { NdaView } from '@siegel/contracts/nda/view';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Field } from '../../components/field.js';
import { TextInput } from '../../components/text-input.js';
import { useToast } from '../../components/use-toast.js';
import { validationMessage } from '@siegel/contracts/validation-messages';
import { userMessage } from '../../lib/api-error.js';
import { currentLanguage } from '../../lib/language.js';
import { formatVoucherCode } from './card-format.js';
import { readAfter } from '../nda/nda-query.js';
import { applyVoucher } from './payment-calls.js';

export interface VoucherFormProps {
  ndaId: string;
  onCancel: () => void;
  onApplied: (nda: NdaView) => void;
  onBusy: (busy: boolean) => void;
  code: string;
  onCode: (code: string) => void;
}

/** A voucher pays in place of a card. */
export function VoucherForm({ ndaId, onCancel, onApplied, onBusy, code, onCode }: VoucherFormProps) {
  const { t } = useTranslation(['payment', 'common']);
  const { toast } = useToast();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const trimmed = code.trim();
    if (trimmed === '') {
      setError(validationMessage('validation.voucher', currentLanguage()));
      document.getElementById('voucher-code')?.focus();
      return;
    }
    setBusy(true);
    onBusy(true);
    setError(undefined);
    try {
      onApplied(await applyVoucher(ndaId, trimmed));
    } catch (failure) {
      const now = await readAfter(failure, client, ndaId);
      if (now?.amountDue === 0) {
        onApplied(now);
        return;
      }
      const message = userMessage(failure, t('voucherFailed'));
      setError(message);
      toast({ title: t('errorTitle'), description: message, tone: 'bad' });
      document.getElementById('voucher-code')?.focus();
    } finally {
      setBusy(false);
      onBusy(false);
    }
  };
  return (
    <form className="payment-panel" noValidate onSubmit={(event) => void submit(event)}>
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
