import { reloadPage } from '../lib/leave.js';
import { KEYS, session } from '../lib/storage.js';
import { TOKEN_ATTRIBUTE } from '../lib/token-page.js';
import { unsaved } from '../lib/unsaved.js';

/**
 * Milliseconds after an automatic reload in which the page does not reload again. If another file is missing
 * so soon, the cause is not an old tab.
 */
const ONCE_MS = 60_000;

type Listener = () => void;
const listeners = new Set<Listener>();
let isOld = false;

/**
 * Store whose value is true if the person has to reload this tab, because the tab has requested a file that
 * no longer exists.
 */
export const oldTab = {
  get: (): boolean => isOld,
  subscribe(listener: Listener): Listener {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** True if the service can serve this page now. If it cannot, a reload would lose a page that still works. */
async function isServed(): Promise<boolean> {
  if (!navigator.onLine) return false;
  const answer = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
  return answer.ok;
}

async function onMissingFile(now: number): Promise<void> {
  if (!(await isServed())) return;
  // A page with a token must not store the time of its last reload. So the person decides when to reload such
  // a page.
  const mayReload = unsaved().length === 0 && !document.documentElement.hasAttribute(TOKEN_ATTRIBUTE);
  if (mayReload && !(Math.abs(now - Number(session.get(KEYS.reloaded))) < ONCE_MS)) {
    session.set(KEYS.reloaded, String(now));
    reloadPage();
    return;
  }
  isOld = true;
  for (const listener of listeners) listener();
}

/**
 * Handles tabs that stayed open during a deployment. Such a tab may request a file that no longer exists. If
 * no data would be lost, the tab then reloads itself once. Otherwise it shows a notice that asks the person
 * to reload.
 */
export function renewOldTabs(): void {
  window.addEventListener('vite:preloadError', () => {
    onMissingFile(Date.now()).catch(() => undefined);
  });
}
