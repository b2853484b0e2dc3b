import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../lib/class-names.js';
import { reloadPage } from '../lib/leave.js';
import { siteData } from '../lib/site-data.js';
import { Button } from './button.js';
import { Notice } from './notice.js';

export interface SiteDataNoticeProps {
  /** What the person cannot do without a cookie. */
  need: 'agreement' | 'login';
  /** True if the page keeps a draft in the browser's storage. */
  draft?: boolean;
  className?: string;
}

/**
 * Says that this browser refuses the data that the page needs, before the person puts work in
 * (rule:blocked-cookies-are-told). If an act fails for want of a cookie, the notice takes the focus.
 */
export function SiteDataNotice({ need, draft = false, className }: SiteDataNoticeProps) {
  const { t } = useTranslation();
  const { refused, attempts } = useSyncExternalStore(siteData.subscribe, siteData.get);
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(attempts);
  useEffect(() => {
    if (before.current === attempts) return;
    before.current = attempts;
    place.current?.focus();
  }, [attempts]);
  if (refused === 'kept' || (refused === 'storage' && !draft)) return null;
  return (
    <div ref={place} tabIndex={-1} className={classNames('site-data-notice', className)}>
      {refused === 'cookies' ? (
        <Notice
          tone="bad"
          title={t('cookiesBlocked.title')}
          action={
            <Button size="sm" onClick={reloadPage}>
              {t('oldTab.reload')}
            </Button>
          }
        >
          {t(`cookiesBlocked.${need}`)}
        </Notice>
      ) : (
        <Notice tone="warn" title={t('storageBlocked.title')}>
          {t('storageBlocked.text')}
        </Notice>
      )}
    </div>
  );
}
