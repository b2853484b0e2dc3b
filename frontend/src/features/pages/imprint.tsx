import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { Skeleton } from '../../components/skeleton.js';
import { useSite } from '../../lib/site.js';

/** § 5 DDG: who runs the service (rule:operator-is-configuration). */
export function Imprint() {
  const { t } = useTranslation('legal');
  return (
    <div className="prose">
      <section id="impressum">
        <h2>{t('imprint.title')}</h2>
        <p>{t('imprint.law')}</p>
        <div className="operator">
          <Operator />
        </div>
      </section>
    </div>
  );
}

function Operator() {
  const { t } = useTranslation(['legal', 'common']);
  const site = useSite();
  if (site.isPending) return <Skeleton lines={['14rem', '12rem', '9rem']} />;
  if (site.isError) {
    return (
      <Notice
        tone="bad"
        title={t('imprint.loadFailed')}
        action={
          <Button size="sm" onClick={() => void site.refetch()}>
            {t('common:retry')}
          </Button>
        }
      />
    );
  }
  const { operatorName, operatorAddress, operatorEmail, operatorPhone, operatorDetails } = site.data;
  if (operatorName === null) return <Notice title={t('imprint.missingTitle')}>{t('imprint.missing')}</Notice>;
  return (
    <address>
      {[operatorName, ...operatorAddress].map((line) => (
        <p className="operator-line" key={line}>
          {line}
        </p>
      ))}
      {operatorEmail !== null && (
        <p>
          {t('imprint.email')} <a href={`mailto:${operatorEmail}`}>{operatorEmail}</a>
        </p>
      )}
      {operatorPhone !== null && (
        <p>
          {t('imprint.phone')} {operatorPhone}
        </p>
      )}
      {operatorDetails.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </address>
  );
}
