import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../components/button.js';
import { reloadPage } from '../lib/leave.js';
import { unsaved } from '../lib/unsaved.js';
import { oldTab } from './old-tab.js';

/**
 * The notice in a tab that shows an earlier version of the site. It asks the person to reload the tab and
 * says which data a reload would lose.
 */
export function OldTabNotice() {
  const { t, i18n } = useTranslation();
  if (!useSyncExternalStore(oldTab.subscribe, oldTab.get)) return null;
  const lost = new Intl.ListFormat(i18n.language).format(unsaved());
  return (
    <div className="page-strip" role="alert">
      <p>
        {t('oldTab.text')} {lost !== '' && t('oldTab.lost', { what: lost })}
      </p>
      <Button size="sm" onClick={reloadPage}>
        {t('oldTab.reload')}
      </Button>
    </div>
  );
}
