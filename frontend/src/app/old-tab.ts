import { reloadPage } from '../lib/leave.js';
import { KEYS, session } from '../lib/storage.js';
import { TOKEN_ATTRIBUTE } from '../lib/token-page.js';
import { unsaved } from '../lib/unsaved.js';

/** Milliseconds within which a page is not reloaded by itself again: then something else is wrong. */
const ONCE_MS = 60_000;

type Listener = () => void;
const listeners = new Set<Listener>();
let isOld = false;

/** Whether this tab asked for a file that is gone, and has to be reloaded by whoever uses it. */
export const oldTab = {
  get: (): boolean => isOld,
  subscribe(tell: Listener): Listener {
    listeners.add(tell);
    return () => listeners.delete(tell);
  },
};

/** Without a connection a reload would take away what is still there. */
async function isServed(): Promise<boolean> {
  if (!navigator.onLine) return false;
  const answer = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
  return answer.ok;
}

async function onMissingFile(now: number): Promise<void> {
  if (!(await isServed())) return;
  // Where the address lets somebody act nothing is stored: there whoever uses the page says when.
  const mayReload = unsaved().length === 0 && !document.documentElement.hasAttribute(TOKEN_ATTRIBUTE);
  if (mayReload && !(Math.abs(now - Number(session.get(KEYS.reloaded))) < ONCE_MS)) {
    session.set(KEYS.reloaded, String(now));
    reloadPage();
    return;
  }
  isOld = true;
  for (const tell of listeners) tell();
}

/**
 * After a deployment a tab that was left open may ask for a file that is no more: where nothing would be lost it is
 * loaded anew, once, and else it says what to do.
 */
export function renewOldTabs(): void {
  window.addEventListener('vite:preloadError', () => {
    onMissingFile(Date.now()).catch(() => undefined);
  });
}
