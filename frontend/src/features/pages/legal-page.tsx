import { useTranslation } from 'react-i18next';
import { BackHome } from '../../components/back-home.js';
import { Notice } from '../../components/notice.js';
import { useTexts } from '../../lib/use-texts.js';
import { Imprint } from './imprint.js';
import { Sections, type TextSection } from './sections.js';

export default function LegalPage() {
  const { t } = useTranslation('legal');
  const sections = useTexts<TextSection[]>('legal', 'terms.sections');
  return (
    <div className="page-width page">
      <div className="margin-columns">
        <div>
          <h1>{t('terms.title')}</h1>
          <p className="margin-columns-lead">{t('date')}</p>
        </div>
        <div className="page-blocks">
          <div className="prose">
            <Sections sections={sections} />
          </div>
          <div className="prose">
            <Notice tone="warn" title={t('terms.disclaimerTitle')}>
              <p>{t('terms.disclaimer')}</p>
            </Notice>
          </div>
          <Imprint />
          <BackHome />
        </div>
      </div>
    </div>
  );
}
