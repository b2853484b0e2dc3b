/** A call of `siegel log:repair`. */
export interface RepairCall {
  /** Names of streams, or a file with one name a line. */
  readonly streams: readonly string[] | { readonly file: string };
  readonly from: readonly string[];
  readonly reason: string | undefined;
  readonly end: boolean;
  readonly branch: string | undefined;
  readonly save: string | undefined;
  readonly beginPart: boolean;
  readonly destroyKey: boolean;
  readonly json: boolean;
}
