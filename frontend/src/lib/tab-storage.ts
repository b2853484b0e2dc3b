import { ownMember } from '@siegel/contracts/own-members';
import type { SafeStorage } from './storage.js';

/** Name of a property in the state of an entry in the browser's history. The property contains the values. */
const MEMBER = 'kept';
/** Milliseconds between two writes to the history. Safari refuses more than 100 writes in 30 seconds. */
const PAUSE_MS = 500;
/** Key of a value that is stored only as a test and is deleted at once. */
const CHECK = 'storage-check';

export interface TabStorage extends SafeStorage {
  /** Returns true if the browser stored the value, and false if only this tab keeps it. */
  set: (key: string, value: string) => boolean;
  /** True if only this tab keeps values, because the browser stores nothing. */
  areInTab: () => boolean;
  /**
   * Returns the history state that passes the values to another page in this tab. Undefined if this tab keeps
   * no values.
   */
  state: () => object | undefined;
  /** Stores the values in the current entry of the browser's history, if the page has moved to a new entry. */
  follow: () => void;
}

const stateOfEntry = (): Record<string, unknown> => {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null ? { ...state } : {};
};

/**
 * After a reload, the entry of the browser's history is as the user left it. Other kinds of navigation may
 * lead to an older entry.
 */
const isReload = (): boolean =>
  performance
    .getEntriesByType?.('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'reload') ?? false;

/**
 * Returns a storage that keeps values in this tab if the browser does not store them. The values are in
 * memory and in the current entry of the browser's history, which survives a reload (rule:storage-may-fail).
 * As soon as the browser stores data again, the values are moved to the browser's storage.
 */
export function tabStorage(storage: SafeStorage, keys: readonly string[]): TabStorage {
  const inTab = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const state = () => (inTab.size === 0 ? undefined : { [MEMBER]: Object.fromEntries(inTab) });
  const write = (): void => {
    const { [MEMBER]: before, ...rest } = stateOfEntry();
    if (before === undefined && inTab.size === 0) return;
    try {
      window.history.replaceState({ ...rest, ...state() }, '');
    } catch (error) {
      // The browser refuses too many writes. The next write contains all values.
      console.warn('browser history:', error);
    }
  };
  /**
   * Writes at once, and again after a pause. The write after the pause contains the changes that were made in
   * the meantime.
   */
  const schedule = (): void => {
    if (timer !== undefined) return;
    write();
    timer = setTimeout(() => {
      timer = undefined;
      write();
    }, PAUSE_MS);
  };
  const isKept = (key: string, value: string): boolean => {
    storage.set(key, value);
    // Some browsers accept a value and store nothing.
    return storage.get(key) === value;
  };
  const set = (key: string, value: string): boolean => {
    const isStored = isKept(key, value);
    if (isStored ? inTab.delete(key) : inTab.set(key, value)) schedule();
    return isStored;
  };
  const restore = (): void => {
    const kept: unknown = stateOfEntry()[MEMBER];
    if (typeof kept !== 'object' || kept === null) return;
    for (const key of keys) {
      const value: unknown = ownMember(kept, key);
      if (typeof value === 'string' && (isReload() || storage.get(key) === null)) set(key, value);
    }
    schedule();
  };
  // A new entry contains no values yet. A reload directly after the move must find them, so nothing waits.
  const follow = (): void => {
    if (inTab.size > 0 && stateOfEntry()[MEMBER] === undefined) write();
  };
  const areInTab = (): boolean => {
    const isRefused = !isKept(CHECK, '1');
    storage.remove(CHECK);
    return isRefused || inTab.size > 0;
  };
  restore();
  window.addEventListener('popstate', schedule);
  // Chromium keeps no state that is written on 'pagehide'. Safari on phones knows no 'beforeunload'.
  window.addEventListener('beforeunload', write);
  window.addEventListener('pagehide', write);
  return {
    get: (key) => inTab.get(key) ?? storage.get(key),
    set,
    areInTab,
    remove(key) {
      storage.remove(key);
      if (inTab.delete(key)) schedule();
    },
    state,
    follow,
  };
}
