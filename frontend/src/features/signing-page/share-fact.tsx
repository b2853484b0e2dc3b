import { formatDate } from '@siegel/contracts/formats';
import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import { useTranslation } from 'react-i18next';
import { Money } from '../../components/money.js';
import { Status } from '../../components/status.js';
import { currentLanguage } from '../../lib/language.js';
import { useVatRate } from '../nda/use-vat-rate.js';
import type { ShareState } from './share.js';

/** The VAT rate, shown only if the operator has configured it (rule:operator-is-configuration). */
function Vat() {
  const { t } = useTranslation('remote');
  const rate = useVatRate();
  return rate !== null && <span className="text-soft"> {t('share.vat', { rate })}</span>;
}

/** Party 2's share, and the state of its payment. */
export function ShareFact({ link, state }: { link: RemoteSignatureView; state: ShareState }) {
  const { t } = useTranslation('remote');
  const paidAt = link.payment?.paidAt ?? null;
  if (state === 'paid')
    return (
      <span className="text-good">
        <Status
          tone="ok"
          label={
            paidAt === null
              ? t('share.paidNow')
              : t('share.paid', { date: formatDate(paidAt, currentLanguage()) })
          }
        />
      </span>
    );
  return (
    <>
      <Money cents={link.amountDue} />
      <Vat />
      {(state === 'confirming' || state === 'begun') && (
        <div role="status">
          <Status tone="run" label={t(`share.${state}`)} />
        </div>
      )}
    </>
  );
}
