import { Child } from './child.js';
import type { Seen } from './arrivals.js';
import type { BareWish } from './bare-visible.main.js';
import { type Line, notSlower, only } from './report.js';
import { median, quantile } from './statistics.js';
import type { BenchEnvironment } from './bench-environment.js';

const PER_SECOND = 200;
const ROUNDS = 5;
const SECONDS = 6;
const WARM_UP_SECONDS = 5;
/**
 * By the same two commits done bare, in the same run. Of two backends one appends what the other has to learn of and to
 * tell again: a look at the log and a notification more than the two commits.
 */
const MOST = { 1: { median: 1.5, p99: 2 }, 2: { median: 2.5, p99: 3 } } as const;
type Backends = keyof typeof MOST;

/**
 * From the moment an act is due until readers see it in the row: journal, event store, projection under its
 * lease, read your own writes. Beside it the same two commits done bare, in turn.
 */
export async function benchVisibility(environment: BenchEnvironment): Promise<Line[]> {
  return [...(await visibility(environment, 1)), ...(await visibility(environment, 2))];
}

async function visibility(environment: BenchEnvironment, backends: Backends): Promise<Line[]> {
  const databaseUrl = await environment.emptyDatabase(`visibility_${backends}`);
  const children = Array.from({ length: backends }, () => Child.start('backend.main'));
  const [upserts, inserts] = [Child.start('bare-visible.main'), Child.start('bare-visible.main')];
  try {
    // One after the other: the second then finds the leases taken.
    for (const child of children) await child.ask('start', { databaseUrl, dataDir: environment.dataDir });
    await upserts.ask('start', { databaseUrl, role: 'upserts' } satisfies BareWish);
    await inserts.ask('start', { databaseUrl, role: 'inserts' } satisfies BareWish);
    const siegel = async (seconds: number): Promise<Seen[]> => {
      const options = { perSecond: PER_SECOND / backends, seconds, warmUpSeconds: 0 };
      return Promise.all(children.map((child) => child.ask<Seen>('append', options)));
    };
    const bare = async (seconds: number): Promise<number[]> => {
      await inserts.ask('append', { perSecond: PER_SECOND, seconds, warmUpSeconds: 0 });
      return upserts.ask<number[]>('visible');
    };
    await siegel(WARM_UP_SECONDS);
    await bare(WARM_UP_SECONDS);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ bare: await bare(SECONDS), siegel: await siegel(SECONDS) });
    return linesOf(rounds, backends);
  } finally {
    await Promise.all([...children, upserts, inserts].map((child) => child.stop()));
  }
}

interface Round {
  /** Milliseconds each. */
  readonly bare: readonly number[];
  /** Of each backend. */
  readonly siegel: readonly Seen[];
}

const visibleIn = ({ siegel }: Round): number[] => siegel.flatMap(({ visible }) => visible);

/** The round in the middle by its own ratio: what the machine did meanwhile meets both sides of a round. */
function middle(rounds: readonly Round[], share: number): { siegel: number; baseline: number } {
  const pairs = rounds.map((round) => ({
    siegel: quantile(visibleIn(round), share),
    baseline: quantile(round.bare, share),
  }));
  const ratio = (pair: { siegel: number; baseline: number }): number => pair.siegel / pair.baseline;
  return (
    pairs.sort((a, b) => ratio(a) - ratio(b))[pairs.length >> 1] ?? {
      siegel: Number.NaN,
      baseline: Number.NaN,
    }
  );
}

function linesOf(rounds: readonly Round[], backends: Backends): Line[] {
  const seen = rounds.flatMap(({ siegel }) => siegel);
  const events = seen.reduce((sum, one) => sum + one.events, 0);
  const rate = `${Math.round(events / SECONDS / ROUNDS)} events/s, ${backends === 1 ? '1 backend' : `${backends} backends`}`;
  const line = (what: string, share: number, most: number): Line =>
    notSlower(`append → visible in ndas, ${what}, ${rate}`, { ...middle(rounds, share), most, unit: 'ms' });
  return [
    line('median', 0.5, MOST[backends].median),
    line('p99', 0.99, MOST[backends].p99),
    only('  of it until stored, median', median(seen.flatMap(({ stored }) => stored)), 'ms'),
  ];
}
