import type { PageName } from '@siegel/contracts/enums';
import { KEYS, session } from './storage.js';

interface PrivacySignals {
  doNotTrack?: string | null;
  globalPrivacyControl?: boolean;
}

/** True if Do Not Track or Global Privacy Control is set. Page views are then not counted. */
export function wantsNoTracking(signals: PrivacySignals): boolean {
  return signals.doNotTrack === '1' || signals.doNotTrack === 'yes' || signals.globalPrivacyControl === true;
}

/** True while the page redirects to the document in another language. That document counts the view. */
const isLeaving = (): boolean => document.documentElement.hasAttribute('data-leaving');

/**
 * Attribute of a document's root. Its value is `memory` if the operator wants nothing stored on the device.
 */
export const ANALYTICS_ATTRIBUTE = 'data-analytics';

/** Session id of this page, used if nothing may be stored. */
let idInMemory: string | undefined;

/**
 * Returns the session id of analytics: prefix, time and random string. The id is kept until the tab is
 * closed. If the operator wants nothing stored on the device, the id is kept only until the user leaves the
 * page (rule:analytics-session-may-stay-in-memory).
 */
export function analyticsSessionId(): string {
  if (document.documentElement.getAttribute(ANALYTICS_ATTRIBUTE) === 'memory')
    return (idInMemory ??= newId());
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

/**
 * Counts a page view. A document gets its page name from the server, so its script need not contain the table
 * of all pages.
 */
export function countPageView(page: PageName): void {
  if (wantsNoTracking(navigator) || isLeaving()) return;
  post('/api/analytics/page-view', { page, sessionId: analyticsSessionId() });
}

/**
 * Posts without `api`, because documents count their views too and `api` would load texts and a library. A
 * failure is only logged (rule:counting-never-disturbs). The call continues even if the user leaves the page
 * at once.
 */
export function post(path: string, body: unknown): void {
  fetch(path, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
  })
    .then(({ ok, status }) => (ok ? undefined : console.warn('analytics:', status)))
    .catch((error: unknown) => console.warn('analytics:', error));
}
