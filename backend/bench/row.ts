/** One line of the bench's table. */
export interface BenchRow {
  readonly name: string;
  readonly siegel: number;
  readonly baseline: number;
  /** Siegel by baseline; for times baseline by siegel: higher is better either way. */
  readonly ratio: number;
  /** The ratio must not be below. */
  readonly limit: number;
  readonly unit: string;
}
