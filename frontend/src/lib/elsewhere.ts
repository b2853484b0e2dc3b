/**
 * Calls back when another tab may have changed what is kept under this key: at once, and once more when somebody
 * comes back to this tab, since a browser tells a sleeping tab nothing.
 * @returns what ends it
 */
export function onChangeElsewhere(key: string, look: () => void): () => void {
  // A cleared storage names no key.
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) look();
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') look();
  };
  window.addEventListener('storage', onStorage);
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    window.removeEventListener('storage', onStorage);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** Calls back when somebody comes back to this page through the browser's history, which kept it as it was left. */
export function whenBack(look: () => void): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) look();
  });
}
