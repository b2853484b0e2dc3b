import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.js';

/**
 * Shown while it is unknown whether the provider has taken the money. Until the result is known, the user is
 * not asked to pay again.
 */
export function CheckingPayment() {
  const { t } = useTranslation('payment');
  return (
    <div className="payment-panel" role="status">
      <Notice title={t('lookingTitle')}>{t('lookingText')}</Notice>
    </div>
  );
}
