/** Thrown if a later call shows that the browser did not keep the cookie of an earlier answer. */
export class CookieLost extends Error {}

const CHECK = 'storage-check=1';

/**
 * Writes a cookie and deletes it at once. `cookieEnabled` alone is not enough, because it says nothing about
 * frames and extensions.
 */
function areKept(): boolean {
  try {
    document.cookie = CHECK;
    const isKept = document.cookie.includes(CHECK);
    document.cookie = `${CHECK};max-age=0`;
    return navigator.cookieEnabled && isKept;
  } catch {
    return false;
  }
}

let refusals: number | undefined;
const listeners = new Set<() => void>();

function update(count: number): boolean {
  refusals = count;
  for (const listener of listeners) listener();
  return count === 0;
}
/** The page has needed a cookie, in vain. */
const needed = (): boolean => update(Math.max(cookies.refusals(), 1) + 1);

/**
 * Knows whether this browser keeps cookies for this site (rule:blocked-cookies-are-told). It examines the
 * browser when a page asks for the first time, and before each act that needs a cookie.
 */
export const cookies = {
  /** Returns 0 if the browser keeps cookies. Otherwise 1, and 1 more for each act that failed. */
  refusals: (): number => (refusals ??= areKept() ? 0 : 1),
  /**
   * Examines the browser again, because a person may have allowed cookies in the meantime. Returns false if
   * the act would fail without a cookie. The notice then takes the focus.
   */
  allowAct: (): boolean => (areKept() ? update(0) : needed()),
  /** Called after `CookieLost`: the browser accepts cookies from scripts, but not those of the service. */
  wereLost: needed,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
