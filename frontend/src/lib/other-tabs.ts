/**
 * Calls back when another tab may have changed the value under this key: at once, and again when this tab
 * becomes visible, since a browser does not notify a sleeping tab.
 * @returns a function that ends it
 */
export function onChangeInOtherTab(key: string, callback: () => void): () => void {
  // If the storage was cleared, the event names no key.
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) callback();
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') callback();
  };
  window.addEventListener('storage', onStorage);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    window.removeEventListener('storage', onStorage);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/**
 * Calls back when a person comes back to this page through the browser's history, which restores the page as
 * it was left.
 */
export function onPageRestored(callback: () => void): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) callback();
  });
}
