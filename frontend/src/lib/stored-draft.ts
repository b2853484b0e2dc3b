import { KEYS, local, type SafeStorage } from './storage.js';

/**
 * Returns the parsed JSON that is stored under a key. Undefined if nothing is stored or the JSON is invalid.
 * The caller must check the shape of the value.
 */
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

/** Deletes the stored draft. Called by 'Start new' on the home page. */
export function discardWizardDraft(): void {
  local.remove(KEYS.wizard);
  local.remove(KEYS.optimisation);
}

/** Number of open agreements that the home page lists until a person asks for all of them. */
export const LISTED_AGREEMENTS = 3;

/**
 * Must be called when an agreement is created. The home page then reserves room for the agreement before the
 * server responds (rule:home-goes-on).
 */
export function expectAgreement(): void {
  const known = Number(local.get(KEYS.agreements)) || 0;
  local.set(KEYS.agreements, String(Math.min(known + 1, LISTED_AGREEMENTS)));
}
