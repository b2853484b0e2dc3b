import type { StoredRow } from './stored-row.js';

/** The changes of one commit. Maps the id of each written or deleted row to the row's new revision. */
export type Changes = ReadonlyMap<string, number>;

/** Returns the new revision of each changed row. Readers see these revisions once the batch is committed. */
export function changesOf(changed: ReadonlyMap<string, StoredRow<object>>): Changes {
  return new Map([...changed].map(([id, { revision }]) => [id, revision]));
}
