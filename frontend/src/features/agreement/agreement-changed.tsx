import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';

/**
 * Shown if the text on this screen is not the recorded one: nobody may sign it. A reload fetches the recorded
 * one (rule:signed-is-what-was-seen).
 */
export function AgreementChanged() {
  const { t } = useTranslation('agreement');
  const notice = useRef<HTMLDivElement>(null);
  // A user who has just signed looks at the pad, far below.
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
