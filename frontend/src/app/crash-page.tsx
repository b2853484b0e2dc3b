import { useTranslation } from 'react-i18next';
import { Button } from '../components/button.js';
import { HomeButton } from '../components/home-button.js';
import { LostSheet } from '../components/lost-sheet.js';
import { TOKEN_ATTRIBUTE } from '../lib/token-page.js';

/** The page after a crash. Its links load a new document, which discards the broken state. */
export function CrashPage() {
  const { t } = useTranslation();
  const isKept = !document.documentElement.hasAttribute(TOKEN_ATTRIBUTE);
  return (
    <LostSheet
      kicker={t('crash.kicker')}
      title={t('crash.title')}
      lead={isKept ? `${t('crash.kept')} ${t('crash.lead')}` : t('crash.lead')}
      picture={<span className="lost-sheet-sign">§</span>}
    >
      <Button variant="go" onClick={() => window.location.reload()}>
        {t('crash.reload')}
      </Button>
      <HomeButton variant="text" />
    </LostSheet>
  );
}
