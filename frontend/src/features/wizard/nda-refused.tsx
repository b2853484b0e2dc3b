import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { ButtonLink } from '../../components/button-link.js';
import { PageHeading } from '../../components/page-heading.js';
import { reloadPage } from '../../lib/leave.js';

/** Shown at the address of an NDA to a browser that refuses cookies. Such a browser opens no NDA at all. */
export function NdaRefused() {
  const { t } = useTranslation(['cookies', 'wizard', 'common']);
  return (
    <div className="page-width wizard-missing" role="alert">
      <PageHeading title={t('cookiesBlocked.title')} lead={t('cookiesBlocked.agreement')} />
      <div className="action-bar">
        <ButtonLink variant="text" to="/">
          {t('wizard:load.home')}
        </ButtonLink>
        <Button variant="go" onClick={reloadPage}>
          {t('common:oldTab.reload')}
        </Button>
      </div>
    </div>
  );
}
