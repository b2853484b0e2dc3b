import { ArrowRightIcon } from '@phosphor-icons/react/dist/csr/ArrowRight';
import { useTranslation } from 'react-i18next';
import { PageLink } from './page-link.js';

/** The link to the home page at the end of a static page. */
export function BackHome() {
  const { t } = useTranslation();
  return (
    <PageLink className="back-link" to="/">
      <ArrowRightIcon size={18} className="mirrored" aria-hidden="true" />
      {t('backHome')}
    </PageLink>
  );
}
