import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../components/button.js';
import { LostSheet } from '../components/lost-sheet.js';

/** Leaves by full page loads: whatever broke is gone with them. */
export function CrashPage() {
  const { t } = useTranslation();
  return (
    <LostSheet
      kicker={t('crash.kicker')}
      title={t('crash.title')}
      lead={t('crash.lead')}
      picture={<span className="lost-sheet-sign">§</span>}
    >
      <Button variant="go" onClick={() => window.location.reload()}>
        {t('crash.reload')}
      </Button>
      <a className={buttonClass('text')} href="/">
        {t('backHome')}
      </a>
    </LostSheet>
  );
}
