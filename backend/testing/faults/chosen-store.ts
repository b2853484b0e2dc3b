import type { StoreKind } from './attacked-store.js';

let chosen: StoreKind = 'PostgreSQL';

/** The store on which a test file runs its tests. */
export const chosenStore = (): StoreKind => chosen;

/** Chooses another store for a test file. Must be called before the tests are declared. */
export function chooseStore(kind: StoreKind): void {
  chosen = kind;
}
