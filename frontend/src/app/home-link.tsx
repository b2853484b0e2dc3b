import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../components/page-link.js';
import { Seal } from '../components/seal.js';

/** The link to the home page. It shows the seal and the product's name. */
export function HomeLink() {
  const { t } = useTranslation();
  return (
    <PageLink className="home-link" to="/" aria-label={t('shell.homeLabel')}>
      <Seal state="both" size={34} />
      <span>{PRODUCT_NAME}</span>
    </PageLink>
  );
}
