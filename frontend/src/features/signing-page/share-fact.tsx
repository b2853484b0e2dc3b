import type { RemoteSignatureView } from '@siegel/contracts/nda/remote-signature';
import { useTranslation } from 'react-i18next';
import { Money } from '../../components/money.js';
import { Status } from '../../components/status.js';
import { formatDate } from '../../lib/format.js';
import { useSite } from '../../lib/site.js';
import type { ShareState } from './share.js';

/** Said only where the operator has configured it (rule:operator-is-configuration). */
function Vat() {
  const { t, i18n } = useTranslation('remote');
  const { vatRate } = useSite();
  if (typeof vatRate !== 'number') return null;
  return (
    <span className="text-soft">
      {' '}
      {t('share.vat', { rate: new Intl.NumberFormat(i18n.language).format(vatRate) })}
    </span>
  );
}

/** What Party 2 pays, and how far that is. */
export function ShareFact({ link, state }: { link: RemoteSignatureView; state: ShareState }) {
  const { t, i18n } = useTranslation('remote');
  const paidAt = link.payment?.paidAt ?? null;
  if (state === 'paid')
    return (
      <span className="text-good">
        <Status
          tone="ok"
          label={
            paidAt === null
              ? t('share.paidNow')
              : t('share.paid', { date: formatDate(paidAt, i18n.language) })
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
