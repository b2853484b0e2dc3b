import type { tasks as bareTasks } from './bare.tasks.js';
import type { BenchEnvironment } from './bench-environment.js';
import type { Visibility } from './acts-at-rate.js';
import { type Line, notSlower } from './report.js';
import { type Pair, quantile } from './statistics.js';

const PER_SECOND = 200;
const ROUNDS = 5;
const SECONDS = 6;
const WARM_UP_SECONDS = 5;
/**
 * Highest allowed ratios of Siegel's time to the time that bare code takes for the same two commits in the
 * same run. With two backends, one backend may append an act while the other one leads the projection. Such
 * an act takes one more read of the log and one more notification than the bare commits.
 */
const MOST = { 1: { median: 1.5, p99: 2 }, 2: { median: 2.5, p99: 3 } } as const;
type Backends = keyof typeof MOST;

/**
 * Measures the time from when an act is due until readers see the act in the row. The act passes through the
 * journal, the event store, the projection under its lease, and read-your-own-writes. The baseline is bare
 * code that makes the same two commits. Service and baseline are measured in turn.
 */
export async function benchVisibility(environment: BenchEnvironment, seconds = SECONDS): Promise<Line[]> {
  const one = await visibility(environment, 1, seconds);
  await environment.tidy();
  return [...one, ...(await visibility(environment, 2, seconds))];
}

async function visibility(environment: BenchEnvironment, count: Backends, seconds: number): Promise<Line[]> {
  const { child, databaseUrl } = await environment.emptyBackend(`visibility_${count}`);
  const backends = [child];
  // The second backend starts after the first one, so the first one already holds the leases.
  if (count === 2) backends.push((await environment.backend({ databaseUrl })).child);
  const upserter = environment.child<typeof bareTasks>('bare');
  const inserter = environment.child<typeof bareTasks>('bare');
  await upserter.ask('upserts', databaseUrl);
  const siegel = (during: number): Promise<Visibility[]> => {
    const load = { perSecond: PER_SECOND / count, seconds: during };
    return Promise.all(backends.map((backend) => backend.ask('act', load)));
  };
  const bare = async (during: number): Promise<number[]> => {
    await inserter.ask('inserts', { databaseUrl, perSecond: PER_SECOND, seconds: during });
    return upserter.ask('visible');
  };
  await siegel(WARM_UP_SECONDS);
  await bare(WARM_UP_SECONDS);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ bare: await bare(seconds), siegel: await siegel(seconds) });
  return linesOf(rounds, count, seconds);
}

interface Round {
  /** Milliseconds that bare code takes for each event. */
  readonly bare: readonly number[];
  /** One result for each backend. */
  readonly siegel: readonly Visibility[];
}

/**
 * Returns the values of the round with the median ratio. Each ratio compares the two sides of one round,
 * because other load on the machine slows both sides of a round alike.
 */
function middle(rounds: readonly Round[], share: number): Pair {
  const pairs = rounds.map(({ siegel, bare }) => ({
    siegel: quantile(
      siegel.flatMap(({ visible }) => visible),
      share,
    ),
    baseline: quantile(bare, share),
  }));
  const ratio = ({ siegel, baseline }: Pair): number => siegel / baseline;
  const none = { siegel: Number.NaN, baseline: Number.NaN };
  return pairs.sort((a, b) => ratio(a) - ratio(b))[pairs.length >> 1] ?? none;
}

function linesOf(rounds: readonly Round[], count: Backends, seconds: number): Line[] {
  const seen = rounds.flatMap(({ siegel }) => siegel);
  const events = seen.reduce((sum, one) => sum + one.events, 0);
  const rate = `${Math.round(events / seconds / ROUNDS)} events/s, ${count} backend${count === 1 ? '' : 's'}`;
  const line = (what: string, share: number, most: number): Line =>
    notSlower(`append → visible in ndas, ${what}, ${rate}`, { ...middle(rounds, share), most, unit: 'ms' });
  return [line('median', 0.5, MOST[count].median), line('p99', 0.99, MOST[count].p99)];
}
