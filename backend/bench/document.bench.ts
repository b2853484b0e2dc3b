import type { BenchEnvironment } from './bench-environment.js';
import type { tasks } from './document.tasks.js';
import { atMost, type Line, notSlower } from './report.js';

const MOST_TIMES_BARE = 1.5;
const MOST_BLOCK_MS = 50;
const DOCUMENTS = 500;
/** Limit on the growth of memory. The memory that allocators retain varies by less than this factor. */
const MOST_GROWTH = 1.1;

/**
 * Compares rendering and sealing with the renderer alone, and measures how a series of documents affects the
 * event loop and the memory of its process.
 */
export async function benchDocuments(environment: BenchEnvironment, documents = DOCUMENTS): Promise<Line[]> {
  const times = await environment.child<typeof tasks>('document').ask('compare');
  const { longestBlock, early, late } = await environment
    .child<typeof tasks>('document')
    .ask('series', documents);
  const byBare = { ...times, most: MOST_TIMES_BARE, unit: 'ms' };
  const byEarly = { siegel: late, baseline: early, most: MOST_GROWTH, unit: 'MiB' };
  return [
    notSlower('document: render and seal, median; baseline: the bare renderer', byBare),
    atMost('  longest block of the event loop meanwhile', longestBlock, MOST_BLOCK_MS, 'ms'),
    notSlower(`  memory (RSS) after ${documents} documents; baseline: after ${documents / 5}`, byEarly),
  ];
}
