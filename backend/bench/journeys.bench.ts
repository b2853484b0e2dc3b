import { setTimeout as pause } from 'node:timers/promises';
import { readSecrets } from '#src/app/secrets';
import { Child } from './child.js';
import type { JourneysSeen, JourneysWish } from './journeys.main.js';
import { atLeast, atMost, type Line, notSlower, only } from './report.js';
import { median, quantile } from './statistics.js';
import type { BenchEnvironment } from './bench-environment.js';

const PER_SECOND = 10;
const LEAST_PER_SECOND = 7;
const SECONDS = 120;
const MOST_REQUEST_MS = 100;
/** The last fifth of the journeys by the second one: more means that work piles up. */
const MOST_GROWTH = 1.5;
const MOST_MEBIBYTES = 300;
const IDLE_MS = 30_000;
/**
 * Whole agreements, from the first form to both mails accepted, at a steady rate against one backend with everything
 * that it does.
 */
export async function benchJourneys(environment: BenchEnvironment): Promise<Line[]> {
  const databaseUrl = await environment.emptyDatabase('journeys');
  const { dataDir } = environment;
  const { adminPassword } = await readSecrets({ dataDir, production: false }, {});
  const [backend, people] = [Child.start('backend.main'), Child.start('journeys.main')];
  try {
    const { port } = await backend.ask<{ port: number }>('start', { databaseUrl, dataDir });
    await backend.ask('settled');
    const wish: JourneysWish = { port, adminPassword, perSecond: PER_SECOND, seconds: SECONDS };
    const before = await backend.ask<BackendCost>('cost');
    const seen = await people.ask<JourneysSeen>('run', wish);
    const after = await backend.ask<BackendCost>('cost');
    if (seen.failed.length > 0)
      throw new Error(`${seen.failed.length} journeys failed, the first one: ${seen.failed[0]}`);
    await pause(IDLE_MS);
    const rested = await backend.ask<BackendCost>('cost');
    return linesOf(seen, { cpu: after.cpu - before.cpu, busy: after.memory, rested: rested.memory });
  } finally {
    await Promise.all([backend.stop(), people.stop()]);
  }
}

export interface BackendCost {
  /** Seconds of CPU, all threads. */
  readonly cpu: number;
  /** Bytes. */
  readonly memory: number;
}

const MEBIBYTE = 2 ** 20;

function linesOf(seen: JourneysSeen, cost: { cpu: number; busy: number; rested: number }): Line[] {
  const { whole, requests, seconds } = seen;
  const fifth = (n: number): number =>
    median(whole.slice(Math.floor((whole.length * n) / 5), Math.floor((whole.length * (n + 1)) / 5)));
  const rate = whole.length / seconds;
  return [
    atLeast(
      `journeys: through in a second, ${PER_SECOND} aimed at, ${SECONDS} s`,
      rate,
      LEAST_PER_SECOND,
      '/s',
    ),
    atMost('  requests, p95', quantile(requests, 0.95), MOST_REQUEST_MS, 'ms'),
    only('  first form to both mails accepted, median', median(whole), 'ms'),
    only('  the same, p99', quantile(whole, 0.99), 'ms'),
    notSlower('  the same, median of the last fifth by the second', {
      siegel: fifth(4),
      baseline: fifth(1),
      most: MOST_GROWTH,
      unit: 'ms',
    }),
    only('  CPU of the backend, a journey', (cost.cpu * 1000) / whole.length, 'ms'),
    only('  CPU of the load, a journey', (seen.cpu * 1000) / whole.length, 'ms'),
    only('  memory (RSS) of the backend at the end', Math.round(cost.busy / MEBIBYTE), 'MiB'),
    atMost(
      `  after ${IDLE_MS / 1000} idle seconds`,
      Math.round(cost.rested / MEBIBYTE),
      MOST_MEBIBYTES,
      'MiB',
    ),
  ];
}
