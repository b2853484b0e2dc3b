import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/button-link.js';
import { PageHeading } from '../../components/page-heading.js';

/**
 * Replaces the wizard's steps while nothing can be changed in the agreement
 * (rule:first-fault-closes-the-stream). The service shows nothing of the agreement until then
 * (rule:closed-streams-open-nothing).
 */
export function ClosedAgreement() {
  const { t } = useTranslation('wizard');
  return (
    <div className="page-width step-page">
      <div role="alert">
        <PageHeading title={t('closed.title')} lead={t('closed.lead')} />
      </div>
      <p className="text-soft">{t('closed.withheld')}</p>
      <div className="action-bar">
        <ButtonLink variant="text" to="/">
          {t('load.home')}
        </ButtonLink>
      </div>
    </div>
  );
}
