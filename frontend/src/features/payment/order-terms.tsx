import { PAGES } from '@siegel/contracts/pages';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../../components/page-link.js';

/** What is agreed to with an order, for reading beside it: what was typed stays where it is. */
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
