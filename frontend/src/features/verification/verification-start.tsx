import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.js';
import { DropPrompt } from './drop-area.js';
import { VerificationLayout } from './verification-layout.js';

/**
 * The page before its script runs. The script replaces all of it. It has no input, because a file chosen
 * early would be lost. Without scripts it says how to check a file nevertheless.
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
