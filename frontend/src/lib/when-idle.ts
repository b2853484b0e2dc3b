/** Milliseconds after which what waits for a quiet moment does not wait any longer. */
const AT_MOST_MS = 2_000;

/** Resolves when the browser has nothing to do: what is seen first is not held up by what may be needed next. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof window.requestIdleCallback === 'function')
      window.requestIdleCallback(() => resolve(), { timeout: AT_MOST_MS });
    else setTimeout(resolve);
  });
}
