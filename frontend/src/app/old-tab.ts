import { reloadPage } from '../lib/leave.js';
import { KEYS, session } from '../lib/storage.js';
import { TOKEN_ATTRIBUTE } from '../lib/token-page.js';
import { unsaved } from '../lib/unsaved.js';

/**
 * Milliseconds within which a page does not reload itself again. If a second file is missing so soon, the
 * cause is not an old tab.
 */
const ONCE_MS = 60_000;

type Listener = () => void;
const listeners = new Set<Listener>();
let isOld = false;

/** True if this tab has requested a file that is gone and the person has to reload the tab. */
export const oldTab = {
  get: (): boolean => isOld,
  subscribe(listener: Listener): Listener {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** True if the service can serve this page. Otherwise a reload would take away a page that still works. */
async function isServed(): Promise<boolean> {
  if (!navigator.onLine) return false;
  const answer = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
  return answer.ok;
}

async function onMissingFile(now: number): Promise<void> {
  if (!(await isServed())) return;
  // A page with a token may not store the time of its last reload. So on such a page the person decides when
  // to reload.
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
 * Handles tabs that were left open during a deployment and request a file that no longer exists. If no data
 * would be lost, the tab reloads itself once. Otherwise the tab tells the person what to do.
 */
export function renewOldTabs(): void {
  window.addEventListener('vite:preloadError', () => {
    onMissingFile(Date.now()).catch(() => undefined);
  });
}
