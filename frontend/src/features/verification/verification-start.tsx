import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/notice.js';
import { DropPrompt } from './drop-area.js';
import { VerificationLayout } from './verification-layout.js';

/**
 * The page before its script runs, which puts its own in the place of all of this: without an input, whose file would
 * be lost then. Without scripts it says how to check all the same.
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
