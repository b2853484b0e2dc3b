import type { NdaView } from '@siegel/contracts/nda/view';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money.js';
import { Status } from '../../../components/status.js';
import { paymentOf, STANDING_TONES, standingOf } from './nda-standing.js';

export function NdaStanding({ nda }: { nda: Pick<NdaView, 'status' | 'paymentStatus'> }) {
  const { t } = useTranslation('admin');
  const standing = standingOf(nda);
  return <Status tone={STANDING_TONES[standing]} label={t(`ndas.standings.${standing}`)} />;
}

export function NdaPayment({ nda }: { nda: Parameters<typeof paymentOf>[0] }) {
  const { t } = useTranslation('admin');
  const payment = paymentOf(nda);
  if (payment.kind === 'paid') return <Money cents={payment.cents} />;
  return <>{t(`ndas.payments.${payment.kind}`)}</>;
}
