export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The smallest value that at least this share of all does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/**
 * Medians of rounds that were taken in turn, and of the rounds' own ratios: what the machine did meanwhile
 * meets both sides of a round.
 */
export function compared(rounds: readonly { readonly siegel: number; readonly baseline: number }[]): {
  siegel: number;
  baseline: number;
  ratio: number;
} {
  return {
    siegel: median(rounds.map(({ siegel }) => siegel)),
    baseline: median(rounds.map(({ baseline }) => baseline)),
    ratio: median(rounds.map(({ siegel, baseline }) => siegel / baseline)),
  };
}
