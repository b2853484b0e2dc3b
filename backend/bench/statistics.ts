export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * Returns a quantile: the smallest value with the property that at least `share` of all values are less than
 * or equal to it.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export interface Pair {
  readonly siegel: number;
  readonly baseline: number;
}

/**
 * Returns the medians of both sides, and the median of the rounds' ratios. Each ratio is computed within a
 * round, because other load on the machine slows both sides of a round alike.
 */
export function compared(rounds: readonly Pair[]): Pair & { readonly ratio: number } {
  return {
    siegel: median(rounds.map(({ siegel }) => siegel)),
    baseline: median(rounds.map(({ baseline }) => baseline)),
    ratio: median(rounds.map(({ siegel, baseline }) => siegel / baseline)),
  };
}

/** Measures both sides in turn, and compares them without the first `warmUp` rounds. */
export async function measureInTurn(
  rounds: number,
  { baseline, siegel }: Readonly<Record<keyof Pair, () => Promise<number>>>,
  warmUp = 1,
): Promise<ReturnType<typeof compared>> {
  const measured: Pair[] = [];
  for (let round = 0; round < warmUp + rounds; round += 1)
    measured.push({ baseline: await baseline(), siegel: await siegel() });
  return compared(measured.slice(warmUp));
}
