/** The stored state of one id: a row at a revision, a tombstone, or nothing (revision -1). */
export interface StoredRow<Row extends object> {
  readonly row: Row | undefined;
  readonly revision: number;
  /** True if the projection deleted the row. */
  readonly deleted: boolean;
  /**
   * Id of the transaction that wrote the row. Set only if the row was read from the table or has just been
   * committed.
   */
  readonly transaction?: string;
}

export const NOTHING: StoredRow<never> = { row: undefined, revision: -1, deleted: false };
