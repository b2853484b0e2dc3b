/** Thrown if a call shows that the browser did not keep the cookie that an earlier response has set. */
export class CookieLost extends Error {}

const CHECK = 'storage-check=1';

/**
 * Checks whether the browser keeps cookies, by writing a cookie and deleting it at once. `cookieEnabled`
 * alone is not enough, because it says nothing about frames and extensions.
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
/** Records that an act failed because the browser did not keep a cookie that the act needs. */
const needed = (): boolean => update(Math.max(cookies.refusals(), 1) + 1);

/**
 * Knows whether this browser keeps cookies for this site (rule:blocked-cookies-are-told). The browser is
 * examined at the first call of `refusals`, and before each act that needs a cookie.
 */
export const cookies = {
  /**
   * Returns 0 if the browser keeps cookies. Otherwise returns 1 plus the number of acts that failed without a
   * cookie.
   */
  refusals: (): number => (refusals ??= areKept() ? 0 : 1),
  /**
   * Examines the browser again, because a person may have allowed cookies in the meantime. Returns false if
   * the act would fail without a cookie. The notice about refused cookies then takes the focus.
   */
  allowAct: (): boolean => (areKept() ? update(0) : needed()),
  /**
   * Called after `CookieLost`. In that case the browser accepts cookies from scripts, but not the cookies
   * that the service sets.
   */
  wereLost: needed,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
