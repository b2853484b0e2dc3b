import { KEYS, local, type SafeStorage } from './storage.js';

/**
 * Returns the parsed JSON under a key. Undefined if there is none or it is damaged. The caller checks its
 * shape.
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

/** Deletes the draft. Called by 'Start new', by 'get started' and at the end of a journey. */
export function discardWizardDraft(): void {
  local.remove(KEYS.wizard);
  local.remove(KEYS.optimisation);
}

/** The home page lists this many open agreements before a person asks for all. */
export const LISTED_AGREEMENTS = 3;

/**
 * Call it when an agreement is created. The home page then reserves room for it before the server answers
 * (rule:home-goes-on).
 */
export function expectAgreement(): void {
  const known = Number(local.get(KEYS.agreements)) || 0;
  local.set(KEYS.agreements, String(Math.min(known + 1, LISTED_AGREEMENTS)));
}
