/** Maximum time, in milliseconds, for which work waits for an idle moment. */
const AT_MOST_MS = 2_000;

/** Resolves when the browser is idle, so that files for later steps do not delay the first view. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof window.requestIdleCallback === 'function')
      window.requestIdleCallback(() => resolve(), { timeout: AT_MOST_MS });
    else setTimeout(resolve);
  });
}
