import { Child } from './child.js';
import type { HistoryCost } from './history.main.js';
import { atMost, type Line } from './report.js';
import type { BenchEnvironment } from './bench-environment.js';

const EVENTS = 10_000;
const MOST_CPU_MS = 300;
/** What the fixed work takes on the machine for which the limit is meant: two cores of 2025. */
const FIXED_WORK_MS = 45;

/** What a command costs where its history is far longer than rule:streams-are-bounded lets one become. */
export async function benchHistory(environment: BenchEnvironment): Promise<Line[]> {
  const databaseUrl = await environment.emptyDatabase('history');
  const child = Child.start('history.main');
  try {
    await child.ask('start', { databaseUrl, dataDir: environment.dataDir });
    const { command, fixedWork } = await child.ask<HistoryCost>('measure', EVENTS);
    const scale = Math.max(1, fixedWork / FIXED_WORK_MS);
    const name = `a command on a stream of ${EVENTS} events, CPU of all threads, median`;
    return [atMost(name, command, MOST_CPU_MS * scale, 'ms')];
  } finally {
    await child.stop();
  }
}
