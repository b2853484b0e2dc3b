import type { PageName } from '@siegel/contracts/enums';
import { KEYS, session } from './storage.js';

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

/** Documents are told their name, so that they need not hold the table of all pages. */
export function countPageView(page: PageName): void {
  if (wantsNoTracking(navigator) || isLeaving()) return;
  post('/api/analytics/page-view', { page, sessionId: analyticsSessionId() });
}

/**
 * Failures are only logged (rule:counting-never-disturbs). Without `api`, which brings texts and a library: documents
 * count their views too. The call outlives a page that is left at once.
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
