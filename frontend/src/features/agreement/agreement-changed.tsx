import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';

/**
 * Shown if the text on this screen differs from the recorded text. Nobody may sign the text on this screen. A
 * reload fetches the recorded text (rule:signed-is-what-was-seen).
 */
export function AgreementChanged() {
  const { t } = useTranslation('agreement');
  const notice = useRef<HTMLDivElement>(null);
  // Scroll to the notice, because a user who has just pressed the button looks at the pad, which is far
  // below.
  useEffect(() => notice.current?.scrollIntoView({ block: 'center' }), []);
  return (
    <div ref={notice}>
      <Notice
        tone="bad"
        title={t('changedTitle')}
        action={
          <Button size="sm" onClick={() => window.location.reload()}>
            {t('reload')}
          </Button>
        }
      >
        {t('changedText')}
      </Notice>
    </div>
  );
}
