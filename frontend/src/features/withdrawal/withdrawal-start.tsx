import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.js';
import { Skeleton } from '../../components/skeleton.js';
import { WithdrawalLayout } from './withdrawal-layout.js';

/**
 * The page before its script runs. If the browser runs no scripts, the page says how to withdraw without
 * scripts.
 */
export function WithdrawalStart() {
  const { t } = useTranslation('withdrawal');
  return (
    <WithdrawalLayout title={t('title')} lead={t('lead')}>
      <noscript>
        <Notice tone="warn" title={t('noScript.title')}>
          {t('noScript.text')}
        </Notice>
      </noscript>
      <div className="needs-script">
        <Skeleton lines={['full', 'full', 'full', 'most']} />
      </div>
    </WithdrawalLayout>
  );
}
