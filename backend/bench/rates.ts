import { compared } from './statistics.js';

/** Calls per second of so many callers at once, each waiting for its answer. */
export async function rate(
  callers: number,
  writer: (caller: number) => () => Promise<unknown>,
  ms: number,
): Promise<number> {
  let count = 0;
  const start = performance.now();
  const run = async (caller: number): Promise<void> => {
    const once = writer(caller);
    while (performance.now() - start < ms) {
      await once();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => run(caller)));
  return (count * 1000) / (performance.now() - start);
}

/** @param work resolves with how much was done */
export async function perSecond(work: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const count = await work();
  return (count * 1000) / (performance.now() - start);
}

/** What each side measures, round by round, the first rounds left out. */
export async function inTurn(
  rounds: number,
  { baseline, siegel }: Readonly<Record<'baseline' | 'siegel', () => Promise<number>>>,
  warmUp = 0,
): Promise<ReturnType<typeof compared>> {
  const measured: { baseline: number; siegel: number }[] = [];
  for (let round = 0; round < warmUp + rounds; round += 1)
    measured.push({ baseline: await baseline(), siegel: await siegel() });
  return compared(measured.slice(warmUp));
}
