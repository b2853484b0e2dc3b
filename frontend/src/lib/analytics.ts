import type { FunnelEventType, PageName } from '@siegel/contracts/enums';
import { PAGES } from '@siegel/contracts/pages';
import { analyticsSessionId, countPageView, post, wantsNoTracking } from './counting.js';
import { pageOf } from './page.js';

/**
 * Tracked page names (rule:page-names). No address with an id or a token leaves the browser.
 */
export function pageName(path: string): PageName {
  const page = pageOf(path);
  if (page !== undefined) return page.counted;
  // An address below the office that has no page is still the office.
  return path.startsWith(`${PAGES.admin.path}/`) ? PAGES.admin.counted : 'other';
}

export const trackPageView = (path: string): void => countPageView(pageName(path));

/**
 * `view` when the wizard opens; the server derives the other types itself and accepts them without counting.
 */
export function trackFunnelEvent(eventType: FunnelEventType, ndaId?: string): void {
  if (wantsNoTracking(navigator)) return;
  post('/api/analytics/funnel-event', {
    eventType,
    sessionId: analyticsSessionId(),
    ...(ndaId === undefined ? {} : { ndaId }),
  });
}
