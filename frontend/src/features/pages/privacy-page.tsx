import { useTranslation } from 'react-i18next';
import { BackHome } from '../../components/back-home.js';
import { PageLink } from '../../components/page-link.js';
import { IMPRINT } from './operator.js';
import { PrivacySections } from './privacy-sections.js';

export default function PrivacyPage() {
  const { t } = useTranslation('legal');
  return (
    <div className="page-width page">
      <div className="margin-columns">
        <div>
          <h1>{t('privacy.title')}</h1>
          <p className="margin-columns-lead">{t('date')}</p>
          <p className="text-soft privacy-controller">
            <PageLink to={IMPRINT}>{t('privacy.controllerLink')}</PageLink>
          </p>
        </div>
        <div>
          <div className="prose">
            <PrivacySections />
          </div>
          <BackHome />
        </div>
      </div>
    </div>
  );
}
