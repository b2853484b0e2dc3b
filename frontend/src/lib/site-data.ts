import { local } from './storage.js';

/** Name of the cookie and of the entry that are deleted at once. */
const CHECK = 'storage-check';

/** `cookies` and `storage` name what the browser refuses. Without cookies the storage does not matter. */
export type SiteData = 'kept' | 'cookies' | 'storage';

export interface SiteDataSnapshot {
  readonly refused: SiteData;
  /** Number of attempts to do something that needs a cookie, in vain. */
  readonly attempts: number;
}

/** Thrown if a later call shows that the browser did not keep the cookie of an earlier answer. */
export class CookieLost extends Error {}

/**
 * Writes a cookie and deletes it at once. `cookieEnabled` alone is not enough, because it says nothing about
 * frames and extensions.
 */
function keepsCookies(): boolean {
  const pair = `${CHECK}=1`;
  const attributes = `; SameSite=Lax${window.location.protocol === 'https:' ? '; Secure' : ''}`;
  try {
    if (!navigator.cookieEnabled) return false;
    document.cookie = `${pair}${attributes}`;
    const isKept = document.cookie.split('; ').includes(pair);
    document.cookie = `${pair}; Max-Age=0${attributes}`;
    return isKept;
  } catch (error) {
    console.warn('cookies:', error);
    return false;
  }
}

function keepsStorage(): boolean {
  local.set(CHECK, '1');
  // Some browsers accept a value and store nothing.
  const isKept = local.get(CHECK) === '1';
  local.remove(CHECK);
  return isKept;
}

const examined = (): SiteData => (!keepsCookies() ? 'cookies' : keepsStorage() ? 'kept' : 'storage');

let current: SiteDataSnapshot | undefined;
const listeners = new Set<() => void>();

function update(refused: SiteData, attempts: number): void {
  current = { refused, attempts };
  for (const listener of listeners) listener();
}

/**
 * Knows which data this browser keeps for this site (rule:blocked-cookies-are-told). It examines the browser
 * when a page asks for the first time, and before each act that needs a cookie.
 */
export const siteData = {
  get: (): SiteDataSnapshot => (current ??= { refused: examined(), attempts: 0 }),
  /**
   * Examines the browser again, because a person may have allowed cookies in the meantime. Returns false if
   * the act would fail without a cookie. The notice then takes the focus.
   */
  allowsAct(): boolean {
    const refused = examined();
    const { attempts } = siteData.get();
    update(refused, refused === 'cookies' ? attempts + 1 : attempts);
    return refused !== 'cookies';
  },
  /** Called after `CookieLost`: the browser accepts cookies from scripts, but not those of the service. */
  cookieWasLost: (): void => update('cookies', siteData.get().attempts + 1),
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
