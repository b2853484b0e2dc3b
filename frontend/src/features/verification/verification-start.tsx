import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.js';
import { DropPrompt } from './drop-area.js';
import { VerificationLayout } from './verification-layout.js';

/**
 * The page before its script runs. The script then replaces the whole page. The page has no file input,
 * because a file that is chosen before the script runs would be lost. If the browser runs no scripts, the
 * page says how to check a file without scripts.
 */
export function VerificationStart() {
  const { t } = useTranslation('verification');
  return (
    <VerificationLayout>
      <div className="drop-area drop-area-waiting">
        <DropPrompt id={useId()} over={false} />
      </div>
      <noscript>
        <Notice tone="warn" title={t('noScript.title')}>
          {t('noScript.text')}
        </Notice>
      </noscript>
    </VerificationLayout>
  );
}
