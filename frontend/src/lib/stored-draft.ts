import { KEYS, local, type SafeStorage } from './storage.js';

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
