/** Keys of the values that the browser stores (rule:draft-is-kept-in-the-browser). */
export const KEYS = {
  language: 'language',
  wizard: 'nda-form-state',
  optimisation: 'nda-optimisation-state',
  agreements: 'open-agreements',
  languageOffer: 'language-offer',
  analyticsSession: 'analytics_session_id',
  reloaded: 'reloaded_at',
} as const;

export interface SafeStorage {
  get: (key: string) => string | null;
  set: (key: string, value: string) => void;
  remove: (key: string) => void;
}

/**
 * Returns a storage that never throws. If the browser's storage is full, forbidden or absent, the page must
 * keep working. Failures are logged and ignored (rule:storage-may-fail).
 */
export function safeStorage(open: () => Storage): SafeStorage {
  const attempt = <T>(act: (storage: Storage) => T, otherwise: T): T => {
    try {
      return act(open());
    } catch (error) {
      console.warn('browser storage:', error);
      return otherwise;
    }
  };
  return {
    get: (key) => attempt<string | null>((storage) => storage.getItem(key), null),
    set: (key, value) => attempt((storage) => storage.setItem(key, value), undefined),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
  };
}

export const local = safeStorage(() => window.localStorage);
export const session = safeStorage(() => window.sessionStorage);
