import type { FunnelEventType, PageName } from '@siegel/contracts/enums';
import { PAGES } from '@siegel/contracts/pages';
import { analyticsSessionId, countPageView, post, wantsNoTracking } from './counting.js';
import { pageOf } from './page.js';

/**
 * Returns the name under which a page is counted (rule:page-names). No address with an id or a token leaves
 * the browser.
 */
export function pageName(path: string): PageName {
  const page = pageOf(path);
  if (page !== undefined) return page.counted;
  // An unknown address below `/admin/` counts as admin too.
  return path.startsWith(`${PAGES.admin.path}/`) ? PAGES.admin.counted : 'other';
}

export const trackPageView = (path: string): void => countPageView(pageName(path));

/**
 * Reports an event of the funnel. Only `view`, sent when the wizard opens, is counted. The server derives the
 * other types itself and accepts reports of them without counting.
 */
export function trackFunnelEvent(eventType: FunnelEventType, ndaId?: string): void {
  if (wantsNoTracking(navigator)) return;
  post('/api/analytics/funnel-event', {
    eventType,
    sessionId: analyticsSessionId(),
    ...(ndaId === undefined ? {} : { ndaId }),
  });
}
