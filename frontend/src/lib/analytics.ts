import type { FunnelEventType, PageName } from '@siegel/contracts/enums';
import { PAGES } from '@siegel/contracts/pages';
import { pageOf } from './page.js';
import { KEYS, session } from './storage.js';

/**
 * Tracked page names (rule:page-names). No address with an id or a token leaves the browser.
 */
export function pageName(path: string): PageName {
  const page = pageOf(path);
  if (page !== undefined) return page.counted;
  // An address below the office that has no page is still the office.
  return path.startsWith(`${PAGES.admin.path}/`) ? PAGES.admin.counted : 'other';
}

interface PrivacySignals {
  doNotTrack?: string | null;
  globalPrivacyControl?: boolean;
}

/** Do Not Track and Global Privacy Control switch page views off. */
export function wantsNoTracking(signals: PrivacySignals): boolean {
  return signals.doNotTrack === '1' || signals.doNotTrack === 'yes' || signals.globalPrivacyControl === true;
}

/** On the way to the document in another language, which counts the view. */
const isLeaving = (): boolean => document.documentElement.hasAttribute('data-leaving');

/** On the root of a document whose operator wants nothing kept: `memory`. */
export const ANALYTICS_ATTRIBUTE = 'data-analytics';

/** Of this page, where nothing may be kept. */
let unkept: string | undefined;

/**
 * Prefix, time and random string. It lives as long as the tab, or only as long as the page where the operator wants
 * nothing kept on the device (rule:analytics-session-may-stay-in-memory).
 */
export function analyticsSessionId(): string {
  if (document.documentElement.getAttribute(ANALYTICS_ATTRIBUTE) === 'memory') return (unkept ??= newId());
  const stored = session.get(KEYS.analyticsSession);
  if (stored !== null) return stored;
  const made = newId();
  session.set(KEYS.analyticsSession, made);
  return made;
}

function newId(): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36)).join('');
  return `session_${Date.now()}_${random}`;
}

export function trackPageView(path: string): void {
  if (wantsNoTracking(navigator) || isLeaving()) return;
  post('/api/analytics/page-view', { page: pageName(path), sessionId: analyticsSessionId() });
}

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

/**
 * Failures are only logged (rule:counting-never-disturbs). Without `api`, which brings texts and a library: documents
 * count their views too. The call outlives a page that is left at once.
 */
function post(path: string, body: unknown): void {
  fetch(path, {
    method: 'POST',
    credentials: 'include',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
  })
    .then(({ ok, status }) => (ok ? undefined : console.warn('analytics:', status)))
    .catch((error: unknown) => console.warn('analytics:', error));
}
