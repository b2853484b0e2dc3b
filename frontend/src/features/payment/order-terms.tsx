import { PAGES } from '@siegel/contracts/pages';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../../components/page-link.js';

/**
 * Links to the texts that an order agrees to. They open in a new tab, so that the form keeps the typed data.
 */
export function OrderTerms() {
  const { t } = useTranslation('payment');
  return (
    <p className="text-note">
      {t('orderTerms')}{' '}
      <PageLink to={PAGES.legal.path} target="_blank" rel="noopener">
        {t('orderLegal')}
      </PageLink>
      {t('orderWithdrawal')}{' '}
      <PageLink to={PAGES.withdraw.path} target="_blank" rel="noopener">
        {t('orderWithdraw')}
      </PageLink>
      {t('orderData')}{' '}
      <PageLink to={PAGES.privacy.path} target="_blank" rel="noopener">
        {t('orderPrivacy')}
      </PageLink>{' '}
      {t('orderNewTab')}
    </p>
  );
}
