import { Child } from './child.js';
import type { Seen } from './arrivals.js';
import { atMost, type Line, only } from './report.js';
import { median, quantile } from './statistics.js';
import type { BenchEnvironment } from './bench-environment.js';

const PER_SECOND = 200;
const SECONDS = 20;
const WARM_UP_SECONDS = 5;
const LIMIT_MS = 15;

/**
 * From the moment an act is due until readers see it in the row: journal, event store, projection under its
 * lease, read your own writes.
 */
export async function benchVisibility(environment: BenchEnvironment): Promise<Line[]> {
  return [...(await visibility(environment, 1)), ...(await visibility(environment, 2))];
}

async function visibility(environment: BenchEnvironment, backends: number): Promise<Line[]> {
  const databaseUrl = await environment.emptyDatabase(`visibility_${backends}`);
  const children = Array.from({ length: backends }, () => Child.start('backend.main'));
  try {
    // One after the other: the second then finds the leases taken.
    for (const child of children) await child.ask('start', { databaseUrl, dataDir: environment.dataDir });
    const options = { perSecond: PER_SECOND / backends, seconds: SECONDS, warmUpSeconds: WARM_UP_SECONDS };
    const seen = await Promise.all(children.map((child) => child.ask<Seen>('append', options)));
    return linesOf(seen, backends);
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
}

function linesOf(seen: readonly Seen[], backends: number): Line[] {
  const visible = seen.flatMap((one) => one.visible);
  const stored = seen.flatMap((one) => one.stored);
  const events = seen.reduce((sum, one) => sum + one.events, 0);
  const rate = `${Math.round(events / SECONDS)} events/s, ${backends === 1 ? '1 backend' : `${backends} backends`}`;
  return [
    atMost(`append → visible in ndas, p99, ${rate}`, quantile(visible, 0.99), LIMIT_MS, 'ms'),
    only('  of it until visible, median', median(visible), 'ms'),
    only('  of it until stored, p99', quantile(stored, 0.99), 'ms'),
  ];
}
