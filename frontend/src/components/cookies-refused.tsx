import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../lib/class-names.js';
import { reloadPage } from '../lib/leave.js';
import { Button } from './button.js';
import { Notice } from './notice.js';

/**
 * Keys of the notice's texts. The pages that people open with a link have a copy of the texts in their own
 * file, because loading another file would delay signing.
 */
const WORDS = {
  agreement: { title: 'cookies:cookiesBlocked.title', text: 'cookies:cookiesBlocked.agreement' },
  login: { title: 'cookies:cookiesBlocked.title', text: 'cookies:cookiesBlocked.login' },
  link: { title: 'links:cookiesBlocked.title', text: 'links:cookiesBlocked.agreement' },
} as const;

export interface CookiesRefusedProps {
  /** The person needs cookies for this. */
  need: keyof typeof WORDS;
  /** As `cookies.refusals` counts. */
  refusals: number;
  /** The number of refusals when the page opened. */
  before: number;
  className?: string;
}

/** Shows the text of `CookiesNotice`. */
export function CookiesRefused({ need, refusals, before, className }: CookiesRefusedProps) {
  const { t } = useTranslation([need === 'link' ? 'links' : 'cookies', 'common']);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Take the focus only if a cookie was refused after an action on this page. Otherwise the notice would
    // take the focus from a field.
    if (refusals > Math.max(before, 1)) place.current?.focus();
  }, [refusals, before]);
  return (
    <div ref={place} tabIndex={-1} className={classNames('cookies-notice', className)}>
      <Notice
        tone="bad"
        title={t(WORDS[need].title)}
        action={
          <Button size="sm" onClick={reloadPage}>
            {t('common:oldTab.reload')}
          </Button>
        }
      >
        {t(WORDS[need].text)}
      </Notice>
    </div>
  );
}
