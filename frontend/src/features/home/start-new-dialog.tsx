import { XIcon } from '@phosphor-icons/react/dist/csr/X';
import { PAGES } from '@siegel/contracts/pages';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/button-link.js';
import { Button } from '../../components/button.js';

/**
 * Asks for confirmation before the draft is discarded. The script opens the dialog and discards the draft.
 * The browser itself closes the dialog, without the script.
 */
export function StartNewDialog() {
  const { t } = useTranslation(['wizard', 'common']);
  return (
    <dialog
      className="dialog dialog-native"
      id="start-new"
      closedby="any"
      aria-labelledby="start-new-title"
      aria-describedby="start-new-text"
    >
      <form method="dialog">
        <div className="dialog-header">
          <h2 id="start-new-title">{t('startNewTitle')}</h2>
          <button className="icon-button" type="submit" aria-label={t('common:close')}>
            <XIcon size={22} aria-hidden="true" />
          </button>
        </div>
        <div className="dialog-body">
          <p className="text-soft" id="start-new-text">
            {t('startNewText')}
          </p>
          <div className="dialog-actions">
            <Button variant="text" type="submit" autoFocus>
              {t('startNewCancel')}
            </Button>
            <ButtonLink variant="go" to={PAGES.create.path}>
              {t('startNewConfirm')}
            </ButtonLink>
          </div>
        </div>
      </form>
    </dialog>
  );
}
