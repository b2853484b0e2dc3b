import type { NdaView } from '@siegel/contracts/nda/view';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../components/money.js';
import { Status } from '../../../components/status.js';
import { paymentOf, STATUS_TONES, shownStatusOf } from './shown-status.js';

export function NdaStatusLabel({ nda }: { nda: Pick<NdaView, 'status' | 'paymentStatus'> }) {
  const { t } = useTranslation('admin');
  const shown = shownStatusOf(nda);
  return <Status tone={STATUS_TONES[shown]} label={t(`ndas.standings.${shown}`)} />;
}

export function NdaPayment({ nda }: { nda: Parameters<typeof paymentOf>[0] }) {
  const { t } = useTranslation('admin');
  const payment = paymentOf(nda);
  if (payment.kind === 'paid') return <Money cents={payment.cents} />;
  return <>{t(`ndas.payments.${payment.kind}`)}</>;
}
