import { useTranslation } from 'react-i18next';
import { useTexts } from '../../lib/use-texts.js';
import { WriteTo } from './operator.js';
import { Points } from './sections.js';

/** Says how everybody can use the service, and whom to contact if somebody cannot (rule:accessible). */
export function Accessibility() {
  const { t } = useTranslation('legal');
  const points = useTexts('legal', 'accessibility.points');
  return (
    <div className="prose">
      <section id="accessibility">
        <h2>{t('accessibility.title')}</h2>
        <p>{t('accessibility.intro')}</p>
        <Points texts={points} />
        <p>{t('accessibility.document')}</p>
        <WriteTo text={t('accessibility.write')} fallback={t('accessibility.writeMissing')} />
        <p>{t('accessibility.authority')}</p>
      </section>
    </div>
  );
}
