/** Keys of what is kept in the browser (rule:draft-is-kept-in-the-browser). */
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
 * Storage may be full, forbidden or absent. None of that stops the page: failures are logged and swallowed
 * (rule:storage-may-fail).
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

/** JSON under a key, or undefined where there is none or it is damaged. The caller checks its shape. */
export function readJson(storage: SafeStorage, key: string): unknown {
  const text = storage.get(key);
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    console.warn('browser storage: damaged value', key, error);
    return undefined;
  }
}

export function writeJson(storage: SafeStorage, key: string, value: unknown): void {
  storage.set(key, JSON.stringify(value));
}

/** 'Start new', 'get started' and the end of a journey discard the draft. */
export function discardWizardDraft(): void {
  local.remove(KEYS.wizard);
  local.remove(KEYS.optimisation);
}

/** So many open agreements the home page lists before somebody asks for all. */
export const LISTED_AGREEMENTS = 3;

/** Told when one is made: the home page keeps room for it before it knows more (rule:home-goes-on). */
export function expectAgreement(): void {
  const known = Number(local.get(KEYS.agreements)) || 0;
  local.set(KEYS.agreements, String(Math.min(known + 1, LISTED_AGREEMENTS)));
}
