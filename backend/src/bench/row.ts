/** One line of the bench's table. */
export interface BenchRow {
  readonly name: string;
  readonly ours: number;
  readonly theirs: number;
  /** Ours by theirs; for times theirs by ours: higher is better either way. */
  readonly ratio: number;
  /** The ratio must not be below. */
  readonly limit: number;
  readonly unit: string;
}
