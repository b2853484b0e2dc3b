import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/page-heading.js';
import { useViewBeginning } from './use-view-beginning.js';

/**
 * Replaces the views of the page while nothing can be changed in the agreement
 * (rule:first-fault-closes-the-stream). The service shows nothing of the agreement until then
 * (rule:closed-streams-open-nothing).
 */
export function ClosedView() {
  const { t } = useTranslation('remote');
  const top = useViewBeginning(t('closed.title'), true, true);
  return (
    <div className="page-width remote-page" ref={top}>
      <div role="alert">
        <PageHeading title={t('closed.title')} lead={t('closed.lead')} />
      </div>
      <p className="text-soft">{t('closed.withheld')}</p>
    </div>
  );
}
