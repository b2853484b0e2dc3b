import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.js';
import { useSite } from '../../lib/site.js';
import { OperatorLines } from './operator.js';

/** The imprint that § 5 DDG requires: who runs the service (rule:operator-is-configuration). */
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
  const { t } = useTranslation('legal');
  const { operatorName, operatorPhone, operatorDetails } = useSite();
  if (operatorName === null) return <Notice title={t('imprint.missingTitle')}>{t('imprint.missing')}</Notice>;
  return (
    <address>
      <OperatorLines />
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
