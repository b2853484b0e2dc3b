import type { Load } from './appender.main.js';
import { Child } from './child.js';
import { createRawTable } from './event-store.bench.js';
import { type Line, ratioLine } from './report.js';
import { inTurn } from './rates.js';

const ROUNDS = 7;
const ROUND_MS = 700;
const PROCESSES = 2;

/**
 * Appends by two processes at once, each with half of the callers, beside raw INSERT transactions by the same
 * two. Subscribers are live in both.
 */
export async function benchTwoProcesses(url: string): Promise<Line[]> {
  await createRawTable(url);
  const children = Array.from({ length: PROCESSES }, () => Child.start('appender.main'));
  try {
    await Promise.all(children.map((child) => child.ask('start', { url })));
    const lines: Line[] = [];
    for (const callers of [16, 64]) lines.push(await appends(children, callers));
    return lines;
  } finally {
    await Promise.all(children.map((child) => child.stop()));
  }
}

async function appends(children: readonly Child[], callers: number): Promise<Line> {
  const rate = async (how: 'port' | 'raw'): Promise<number> => {
    const load: Load = { callers: callers / PROCESSES, ms: ROUND_MS };
    const rates = await Promise.all(children.map((child) => child.ask<number>(how, load)));
    return rates.reduce((sum, one) => sum + one, 0);
  };
  await rate('raw');
  await rate('port');
  const rates = await inTurn(ROUNDS, { baseline: () => rate('raw'), siegel: () => rate('port') });
  return ratioLine({
    name: `append, ${callers} callers in ${PROCESSES} processes`,
    ...rates,
    limit: 1,
    unit: 'events/s',
  });
}
