import { NOTHING, type StoredRow } from './stored-row.js';

/**
 * Another writer changed rows since they were read. Nothing was written; the batch has to be folded again.
 */
export class RowsChanged extends Error {
  override readonly name = 'RowsChanged';
}

/** Returns the transactions that wrote the rows that a batch is about to write again. */
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
