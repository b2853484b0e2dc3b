import type { BenchEnvironment } from './bench-environment.js';
import { Child } from './child.js';
import type { Reconciled } from './reconciliation.main.js';
import { type Line, notSlower } from './report.js';

const SIZES: readonly [number, number] = [1_000, 100_000];
const OPEN = 100;
/** What the sweep may read more among a hundred times as many agreements: a tree that is a page higher. */
const MOST_READ = 1.5;
/** Of times on a machine that does other things, too; and of calls, to which the backend's own looks add some. */
const MOST_DONE = 2;

/** What it costs to hold our facts against Stripe's, with as many payments open, among few agreements and many. */
export async function benchReconciliation(
  environment: BenchEnvironment,
  [few = SIZES[0], many = SIZES[1]]: readonly number[],
): Promise<Line[]> {
  const { dataDir } = environment;
  const databaseUrl = await environment.emptyDatabase('reconciliation');
  const child = Child.start('reconciliation.main');
  try {
    await child.ask('start', { databaseUrl, dataDir });
    await child.ask('leaveOpen', OPEN);
    const at = async (ndas: number): Promise<Reconciled> => {
      process.stderr.write(`reconciliation among ${ndas} agreements …\n`);
      await child.ask('grow', ndas);
      return child.ask<Reconciled>('reconcile');
    };
    // What is done for the first time takes longer.
    await at(few);
    return linesOf(many, await at(few), await at(many));
  } finally {
    await child.stop();
  }
}

function linesOf(ndas: number, young: Reconciled, old: Reconciled): Line[] {
  const line = (name: string, of: (one: Reconciled) => number, most: number, unit: string): Line =>
    notSlower(`  ${name}`, { siegel: of(old), baseline: of(young), most, unit });
  const head = `${OPEN} open payments among ${ndas} agreements, beside few:`;
  return [
    { name: head, siegel: '', baseline: '', ratio: '', limit: '', kept: undefined },
    line('a sweep, rows read', ({ read }) => read.rows, MOST_READ, ''),
    line('a sweep, pages read', ({ read }) => read.buffers, MOST_READ, ''),
    line('a sweep', ({ sweepMs }) => sweepMs, MOST_DONE, 'ms'),
    line('a look at each, calls of Stripe', ({ calls }) => calls, MOST_DONE, ''),
    line('a look at each', ({ looksMs }) => looksMs, MOST_DONE, 'ms'),
  ];
}
