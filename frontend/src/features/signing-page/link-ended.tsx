import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { HomeButton } from '../../components/home-button.js';
import { isolated, OPEN } from '../../components/isolated.js';
import { Notice } from '../../components/notice.js';
import type { ApiError } from '../../lib/api-error.js';
import { shareFate } from '../links/link-error.js';
import { ShareSentence } from '../links/share-sentence.js';

/**
 * Says that the link ended while the page was open and that nothing was signed. The text or the drawing stays
 * visible.
 */
export function LinkEnded({ error, party1 }: { error: ApiError; party1: string }) {
  const { t } = useTranslation('remote-later');
  const card = useRef<HTMLDivElement>(null);
  // Scroll to the notice, because a user who has just pressed the button looks at the pad, far below.
  useEffect(() => card.current?.scrollIntoView({ block: 'center' }), []);
  return (
    <div className="remote-gone" ref={card}>
      <Notice tone="bad" title={t('gone.title')} action={<HomeButton />}>
        <p>
          {error.code === 'link_expired' ? t('gone.expired') : isolated(t('gone.text', OPEN), { party1 })}
        </p>
        <ShareSentence fate={shareFate(error)} />
      </Notice>
    </div>
  );
}
