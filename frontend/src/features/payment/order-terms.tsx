import { PAGES } from '@siegel/contracts/pages';
import { useTranslation } from 'react-i18next';

/** What is agreed to with an order, for reading beside it: what was typed stays where it is. */
export function OrderTerms() {
  const { t } = useTranslation('payment');
  return (
    <p className="text-note">
      {t('orderTerms')}{' '}
      <a href={PAGES.legal.path} target="_blank" rel="noopener">
        {t('orderLegal')}
      </a>
      {t('orderData')}{' '}
      <a href={PAGES.privacy.path} target="_blank" rel="noopener">
        {t('orderPrivacy')}
      </a>{' '}
      {t('orderNewTab')}
    </p>
  );
}
