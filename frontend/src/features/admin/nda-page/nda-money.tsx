import type { NdaView } from '@siegel/contracts/nda/view';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyValues } from '../../../components/key-values.js';
import { Money } from '../../../components/money.js';
import { formatShortMoment } from '../../../lib/format-figures.js';
import { NdaPayment } from '../ndas/nda-words.js';
import { Block } from '../page/block.js';

/** Payments of an NDA: the status, the money received from each party, and any refund that is due. */
export function NdaMoney({ nda }: { nda: NdaView }) {
  const { t, i18n } = useTranslation('admin');
  const paid = (at: string | null, cents: number | null): ReactNode =>
    at === null ? (
      t('nda.notYet')
    ) : (
      <>
        {cents === null || cents === 0 ? t('ndas.payments.voucher') : <Money cents={cents} />}
        {', '}
        {formatShortMoment(at, i18n.language)}
      </>
    );
  const items = [
    { key: 'all', label: t('nda.payment'), value: <NdaPayment nda={nda} /> },
    { key: 'one', label: t('nda.paid1'), value: paid(nda.party1PaidAt, nda.party1PaymentAmount) },
    ...(nda.party2PaidAt === null
      ? []
      : [{ key: 'two', label: t('nda.paid2'), value: paid(nda.party2PaidAt, nda.party2PaymentAmount) }]),
    ...(nda.refundDue === 0
      ? []
      : [{ key: 'refund', label: t('nda.refundDue'), value: <Money cents={nda.refundDue} /> }]),
    {
      key: 'order',
      label: t('nda.orderNumber'),
      value: <span className="text-mono">{nda.orderNumber}</span>,
    },
  ];
  return (
    <Block id="money" title={t('nda.money')}>
      <KeyValues items={items} />
    </Block>
  );
}
