import { PAGES } from '@siegel/contracts/pages';
import { useTranslation } from 'react-i18next';
import { BackHome } from '../../components/back-home.js';
import { PageLink } from '../../components/page-link.js';
import { useTexts } from '../../lib/use-texts.js';
import { Sections, type TextSection } from './sections.js';

export default function PrivacyPage() {
  const { t } = useTranslation('legal');
  const sections = useTexts<TextSection[]>('legal', 'privacy.sections');
  return (
    <div className="page-width page">
      <div className="margin-columns">
        <div>
          <h1>{t('privacy.title')}</h1>
          <p className="margin-columns-lead">{t('date')}</p>
          <p className="text-soft privacy-controller">
            <PageLink to={`${PAGES.legal.path}#impressum`}>{t('privacy.controllerLink')}</PageLink>
          </p>
        </div>
        <div>
          <div className="prose">
            <Sections sections={sections} />
          </div>
          <BackHome />
        </div>
      </div>
    </div>
  );
}
