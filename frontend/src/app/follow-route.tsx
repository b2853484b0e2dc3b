import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { trackPageView } from '../lib/analytics.js';

/**
 * On each new path, scrolls to the top and counts the page view once. If the path is not the first one, also
 * moves the focus to the content.
 */
export function FollowRoute() {
  const { pathname, hash } = useLocation();
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (last.current === pathname) return;
    const first = last.current === undefined;
    last.current = pathname;
    trackPageView(pathname);
    if (hash === '') window.scrollTo(0, 0);
    if (!first) document.getElementById('content')?.focus({ preventScroll: true });
  }, [pathname, hash]);
  return null;
}
