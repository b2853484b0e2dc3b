import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.js';

/** Says that only this tab keeps the draft, because the browser stores nothing (rule:storage-may-fail). */
export function DraftNotice() {
  const { t } = useTranslation('cookies');
  return (
    <div className="wizard-elsewhere">
      <Notice tone="warn" title={t('storageBlocked.title')}>
        {t('storageBlocked.text')}
      </Notice>
    </div>
  );
}
