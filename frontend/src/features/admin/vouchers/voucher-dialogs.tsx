import { VOUCHER_RECIPIENT_MAX } from '@siegel/contracts/limits';
import type { VoucherView } from '@siegel/contracts/admin/views';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/button.js';
import { ConfirmDialog } from '../../../components/confirm-dialog.js';
import { Counter } from '../../../components/counter.js';
import { Dialog } from '../../../components/dialog.js';
import { Field } from '../../../components/field.js';
import { TextInput } from '../../../components/text-input.js';
import { useFailureToast } from '../../../components/use-failure-toast.js';
import { useToast } from '../../../components/use-toast.js';
import { userMessage } from '../../../lib/api-error.js';
import { useDeleteVoucher, useRenameVoucher, voucherState } from './vouchers.js';

export interface VoucherDialogProps {
  voucher: VoucherView;
  onClose: () => void;
}

export function RecipientDialog({ voucher, onClose }: VoucherDialogProps) {
  const { t } = useTranslation(['admin', 'common']);
  const { toast } = useToast();
  const fail = useFailureToast();
  const rename = useRenameVoucher();
  const [name, setName] = useState(voucher.recipientName ?? '');
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { length } = name.trim();
  const tooLong = length > VOUCHER_RECIPIENT_MAX;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefused(tooLong);
    if (tooLong) {
      field.current?.focus();
      return;
    }
    rename.mutate(
      { id: voucher.id, recipientName: name.trim() },
      {
        onSuccess: () => {
          toast({ tone: 'ok', title: t('vouchers.savedTitle') });
          onClose();
        },
        onError: (failure) => {
          fail(userMessage(failure, t('vouchers.saveFailed')));
          field.current?.focus();
        },
      },
    );
  };
  const isTooLong = refused && tooLong;
  const notSaved = rename.isError ? t('vouchers.notSaved') : undefined;
  const error = isTooLong ? t('vouchers.tooLong', { max: VOUCHER_RECIPIENT_MAX }) : notSaved;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('vouchers.editTitle')}
      description={voucher.code}
      closable={!rename.isPending}
    >
      <form className="admin-form" onSubmit={submit}>
        <Field
          label={t('vouchers.name')}
          optional
          error={error}
          counter={tooLong ? <Counter length={length} max={VOUCHER_RECIPIENT_MAX} /> : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              value={name}
              ref={field}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <div className="dialog-actions">
          <Button variant="text" disabled={rename.isPending} onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button variant="go" type="submit" busy={rename.isPending} busyLabel={t('vouchers.saving')}>
            {t('vouchers.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function DeleteVoucherDialog({ voucher, onClose }: VoucherDialogProps) {
  const { t } = useTranslation('admin');
  const { toast } = useToast();
  const fail = useFailureToast();
  const remove = useDeleteVoucher();
  const [now] = useState(() => new Date());
  // Nobody can redeem a used or expired voucher any more, so the dialog shows another text for such a
  // voucher.
  const text =
    voucherState(voucher, now) === 'available' ? 'vouchers.deleteText' : 'vouchers.deleteEndedText';
  const confirm = () =>
    remove.mutate(voucher.id, {
      onSuccess: () => {
        toast({ tone: 'ok', title: t('vouchers.deletedTitle') });
        onClose();
      },
      onError: (error) => fail(userMessage(error, t('vouchers.deleteFailed'))),
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('vouchers.deleteTitle')}
      description={t(text, { code: voucher.code || t('vouchers.thisVoucher') })}
      confirmLabel={t('vouchers.deleteConfirm')}
      busy={remove.isPending}
      onConfirm={confirm}
    />
  );
}
