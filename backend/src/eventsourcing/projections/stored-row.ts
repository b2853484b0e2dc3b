/**
 * What is stored of one id: its row at a revision, or a tombstone, or nothing (revision -1).
 */
export interface StoredRow<Row extends object> {
  readonly row: Row | undefined;
  readonly revision: number;
  /** True when the projection deleted the row. */
  readonly deleted: boolean;
}

export const NOTHING: StoredRow<never> = { row: undefined, revision: -1, deleted: false };
