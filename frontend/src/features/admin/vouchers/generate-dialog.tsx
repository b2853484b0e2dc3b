import { VOUCHER_CATEGORY_DEFAULT, VOUCHER_RECIPIENT_MAX } from '@siegel/contracts/limits';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.js';
import { Counter } from '../../../components/counter.js';
import { Dialog } from '../../../components/dialog.js';
import { Field } from '../../../components/field.js';
import { Select } from '../../../components/select.js';
import { TextInput } from '../../../components/text-input.js';
import { useFailureToast } from '../../../components/use-failure-toast.js';
import { useToast } from '../../../components/use-toast.js';
import { userMessage } from '../../../lib/api-error.js';
import { copyText } from '../../../lib/clipboard.js';
import { useGenerateVoucher } from './vouchers.js';

/** Categories of vouchers. Each has its own period of validity (rule:voucher-valid-ten-days). */
const CATEGORIES = [VOUCHER_CATEGORY_DEFAULT] as const;

export interface GenerateDialogProps {
  readonly onClose: () => void;
  readonly onGenerated: () => void;
}

/**
 * Asks for a recipient, which is optional, and for the category, which has a default. Then generates a
 * voucher and copies its code to the clipboard.
 */
export function GenerateDialog({ onClose, onGenerated }: GenerateDialogProps) {
  const { t } = useTranslation(['admin', 'common']);
  const { toast } = useToast();
  const fail = useFailureToast();
  const generate = useGenerateVoucher();
  const [category, setCategory] = useState<string>(VOUCHER_CATEGORY_DEFAULT);
  const [name, setName] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { length } = name.trim();
  const isTooLong = length > VOUCHER_RECIPIENT_MAX;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTooLong) {
      field.current?.focus();
      return;
    }
    generate.mutate(
      { category, recipientName: name.trim() },
      {
        onSuccess: async ({ code }) => {
          onGenerated();
          onClose();
          const copied = await copyText(code);
          toast({
            tone: 'ok',
            title: t('vouchers.generatedTitle'),
            description: t(copied ? 'vouchers.generated' : 'vouchers.generatedNoCopy', { code }),
          });
        },
        onError: (error) => fail(userMessage(error, t('vouchers.generateFailed'))),
      },
    );
  };
  return (
    <Dialog open onOpenChange={onClose} title={t('vouchers.generate')} closable={!generate.isPending}>
      <form className="admin-form" onSubmit={submit}>
        <Field
          label={t('vouchers.name')}
          optional
          error={isTooLong ? t('vouchers.tooLong', { max: VOUCHER_RECIPIENT_MAX }) : undefined}
          counter={isTooLong ? <Counter length={length} max={VOUCHER_RECIPIENT_MAX} /> : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              ref={field}
              autoComplete="off"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Field label={t('vouchers.category')}>
          {(control) => (
            <Select {...control} value={category} onChange={({ target }) => setCategory(target.value)}>
              {CATEGORIES.map((one) => (
                <option key={one} value={one}>
                  {t(`vouchers.categories.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="dialog-actions">
          <Button variant="text" disabled={generate.isPending} onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button variant="go" type="submit" busy={generate.isPending} busyLabel={t('vouchers.generating')}>
            {t('vouchers.generate')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
