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

/** Prefix, time and random string; lives as long as the tab. */
export function analyticsSessionId(): string {
  const stored = session.get(KEYS.analyticsSession);
  if (stored !== null) return stored;
  const random = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36)).join('');
  const made = `session_${Date.now()}_${random}`;
  session.set(KEYS.analyticsSession, made);
  return made;
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
    credentials: 'include',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
  })
    .then(({ ok, status }) => (ok ? undefined : console.warn('analytics:', status)))
    .catch((error: unknown) => console.warn('analytics:', error));
}
