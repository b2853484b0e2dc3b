export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The smallest value that at least this share of all does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export interface Pair {
  readonly siegel: number;
  readonly baseline: number;
}

/**
 * Medians of rounds that were taken in turn, and of the rounds' own ratios: what the machine did meanwhile
 * meets both sides of a round.
 */
export function compared(rounds: readonly Pair[]): Pair & { readonly ratio: number } {
  return {
    siegel: median(rounds.map(({ siegel }) => siegel)),
    baseline: median(rounds.map(({ baseline }) => baseline)),
    ratio: median(rounds.map(({ siegel, baseline }) => siegel / baseline)),
  };
}

/** What each side measures, round by round, the first rounds left out. */
export async function inTurn(
  rounds: number,
  { baseline, siegel }: Readonly<Record<keyof Pair, () => Promise<number>>>,
  warmUp = 1,
): Promise<ReturnType<typeof compared>> {
  const measured: Pair[] = [];
  for (let round = 0; round < warmUp + rounds; round += 1)
    measured.push({ baseline: await baseline(), siegel: await siegel() });
  return compared(measured.slice(warmUp));
}
