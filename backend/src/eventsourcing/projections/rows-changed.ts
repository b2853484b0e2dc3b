import { NOTHING, type StoredRow } from './stored-row.js';

/**
 * Thrown if another writer has changed rows since they were read. Nothing was written, and the batch has to
 * be folded again.
 */
export class RowsChanged extends Error {
  override readonly name = 'RowsChanged';
}

/** Returns, for each row that a batch is about to write again, the transaction that wrote it last. */
export function transactionsOf(
  read: ReadonlyMap<string, StoredRow<object>>,
  changed: ReadonlyMap<string, StoredRow<object>>,
): ReadonlyMap<string, string> {
  const transactions = new Map<string, string>();
  for (const id of changed.keys()) {
    const { row, transaction } = read.get(id) ?? NOTHING;
    if (row !== undefined && transaction !== undefined) transactions.set(id, transaction);
  }
  return transactions;
}
