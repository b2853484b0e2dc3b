import { CopyIcon } from '@phosphor-icons/react/dist/csr/Copy';
import { PencilSimpleIcon } from '@phosphor-icons/react/dist/csr/PencilSimple';
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash';
import type { VoucherView } from '@siegel/contracts/admin/views';
import type { VoucherState } from '@siegel/contracts/enums';
import { lazy, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OnDemand } from '../../../components/on-demand.js';
import { Status, type StatusTone } from '../../../components/status.js';
import { toasts } from '../../../components/toast-store.js';
import { copyText } from '../../../lib/clipboard.js';
import { formatShortDate } from '../../../lib/format-figures.js';
import { voucherState } from './vouchers.js';

const RecipientDialog = lazy(async () => ({
  default: (await import('./voucher-dialogs.js')).RecipientDialog,
}));
const DeleteVoucherDialog = lazy(async () => ({
  default: (await import('./voucher-dialogs.js')).DeleteVoucherDialog,
}));

const TONES: Record<VoucherState, StatusTone> = { available: 'open', used: 'ok', expired: 'bad' };

type OpenDialog = { kind: 'edit' | 'delete'; voucher: VoucherView };

/** A table that becomes a list on narrow screens. */
export function VoucherTable({ vouchers }: { vouchers: readonly VoucherView[] }) {
  const { t } = useTranslation('admin');
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <>
      <table className="data-table voucher-table">
        <thead>
          <tr>
            <th scope="col">{t('vouchers.code')}</th>
            <th scope="col">{t('vouchers.recipient')}</th>
            <th scope="col">{t('vouchers.state')}</th>
            <th scope="col" className="data-table-end">
              {t('vouchers.actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {vouchers.map((voucher) => (
            <VoucherRow key={voucher.id} voucher={voucher} onOpen={(kind) => setDialog({ kind, voucher })} />
          ))}
        </tbody>
      </table>
      <OnDemand open={dialog !== undefined}>
        {dialog?.kind === 'edit' && <RecipientDialog voucher={dialog.voucher} onClose={close} />}
        {dialog?.kind === 'delete' && <DeleteVoucherDialog voucher={dialog.voucher} onClose={close} />}
      </OnDemand>
    </>
  );
}

function VoucherRow({
  voucher,
  onOpen,
}: {
  voucher: VoucherView;
  onOpen: (kind: OpenDialog['kind']) => void;
}) {
  const { t } = useTranslation(['admin', 'common']);
  const { code } = voucher;
  // The code and the recipient of a voucher are destroyed long after the voucher has been used or has
  // expired. The voucher is still listed without them (rule:voucher-key-goes).
  const hasCode = code !== '';
  const name = hasCode ? code : t('vouchers.codeGone');
  const copy = async () => {
    const copied = await copyText(code);
    toasts.show(
      copied
        ? { tone: 'ok', title: t('vouchers.copiedTitle'), description: t('vouchers.copied', { code }) }
        : { tone: 'bad', title: t('common:errorTitle'), description: t('vouchers.copyFailed') },
    );
  };
  return (
    <tr>
      <td className={hasCode ? 'text-mono' : undefined} data-label={t('vouchers.code')}>
        {hasCode ? code : <span className="text-note">{name}</span>}
      </td>
      <td data-label={t('vouchers.recipient')}>
        {voucher.recipientName === null ? (
          <span className="text-note">{t('vouchers.noName')}</span>
        ) : (
          <bdi>{voucher.recipientName}</bdi>
        )}
      </td>
      <td data-label={t('vouchers.state')}>
        <VoucherStatus voucher={voucher} />
      </td>
      <td className="data-table-actions">
        {hasCode && (
          <>
            <Action label={t('vouchers.copy', { code })} onClick={() => void copy()}>
              <CopyIcon size={18} aria-hidden="true" />
            </Action>
            <Action label={t('vouchers.edit', { code })} onClick={() => onOpen('edit')}>
              <PencilSimpleIcon size={18} aria-hidden="true" />
            </Action>
          </>
        )}
        <Action label={t('vouchers.delete', { code: name })} onClick={() => onOpen('delete')}>
          <TrashIcon size={18} aria-hidden="true" />
        </Action>
      </td>
    </tr>
  );
}

function Action({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  );
}

function VoucherStatus({ voucher }: { voucher: VoucherView }) {
  const { t, i18n } = useTranslation('admin');
  const [now] = useState(() => new Date());
  const state = voucherState(voucher, now);
  const day = (iso: string) => formatShortDate(iso, i18n.language);
  if (state === 'used') {
    const label =
      voucher.usedAt === null ? t('vouchers.usedUndated') : t('vouchers.used', { date: day(voucher.usedAt) });
    return <Status tone={TONES.used} label={label} />;
  }
  return <Status tone={TONES[state]} label={t(`vouchers.${state}`, { date: day(voucher.expiresAt) })} />;
}
