import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { LostLink } from './lost-link.js';

/** Shown if the server could not say what the link opens. The link itself may be valid. */
export function LinkReadFailed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const { t } = useTranslation(['signing-page', 'common']);
  return (
    <LostLink title={t('failedTitle')} lead={t('failedLead')}>
      <Button variant="go" busy={busy} onClick={onRetry}>
        {t('common:retry')}
      </Button>
    </LostLink>
  );
}
