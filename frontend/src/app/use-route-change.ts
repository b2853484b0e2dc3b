import { PRODUCT_NAME } from '@siegel/contracts/limits';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { trackPageView } from '../lib/analytics.js';
import { currentLanguage } from '../lib/language.js';
import { applyMetadata } from '../lib/metadata.js';
import { pageMeta } from './page-meta.js';

/**
 * On every new path: scroll to the top, count the page view once, hand the focus to the content. An anchor
 * scrolls by itself.
 */
export function useRouteChange(content: RefObject<HTMLElement | null>): void {
  const { pathname, hash } = useLocation();
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (last.current === pathname) return;
    const first = last.current === undefined;
    last.current = pathname;
    trackPageView(pathname);
    if (hash === '') window.scrollTo(0, 0);
    if (!first) content.current?.focus({ preventScroll: true });
  }, [pathname, hash, content]);
}

/** Title, description, robots, canonical address and alternates follow path and language. */
export function useMetadata(): void {
  const { pathname } = useLocation();
  const { t } = useTranslation();
  useEffect(() => {
    const { key, indexed } = pageMeta(pathname);
    applyMetadata({
      language: currentLanguage(),
      title: `${t(`meta.${key}.title`)} | ${PRODUCT_NAME}`,
      description: t(`meta.${key}.description`),
      path: pathname,
      indexed,
    });
  }, [pathname, t]);
}
