/**
 * Calls `callback` when another tab may have changed the value under `key`. The callback is called when the
 * browser reports a change, and whenever this tab becomes visible, because browsers do not notify sleeping
 * tabs.
 * @returns a function that stops the calls
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
 * Calls `callback` when a person comes back to this page through the browser's history and the browser
 * restores the page as it was left.
 */
export function onPageRestored(callback: () => void): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) callback();
  });
}
