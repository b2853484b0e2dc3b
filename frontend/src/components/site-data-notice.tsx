import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { classNames } from '../lib/class-names.js';
import { i18n } from '../lib/i18n.js';
import { siteData } from '../lib/site-data.js';

/** The words are loaded only for the few browsers that need them. */
const Refused = lazy(async () => {
  const [words] = await Promise.all([import('./refused-site-data.js'), i18n.loadNamespaces(['site-data'])]);
  return { default: words.RefusedSiteData };
});

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
      <Suspense fallback={null}>
        <Refused refused={refused} need={need} />
      </Suspense>
    </div>
  );
}
