import { Child } from './child.js';
import type { Series, Times } from './document.main.js';
import { atMost, type Line, notSlower, only } from './report.js';

const MOST_TIMES_BARE = 1.5;
const MOST_BLOCK_MS = 50;
const DOCUMENTS = 500;
/** What allocators keep varies by less. */
const MOST_GROWTH = 1.1;

/**
 * Render and seal beside the renderer alone, and what a row of documents does to the service that makes them.
 */
export async function benchDocuments(): Promise<Line[]> {
  const [comparing, making] = [Child.start('document.main'), Child.start('document.main')];
  try {
    const { siegel, bare } = await comparing.ask<Times>('compare');
    const { longestBlock, each, early, late } = await making.ask<Series>('series', DOCUMENTS);
    return [
      notSlower('document: render and seal, by the bare renderer, median', {
        siegel,
        baseline: bare,
        most: MOST_TIMES_BARE,
        unit: 'ms',
      }),
      only('  the same, by itself', siegel, 'ms'),
      only('  rendered in a thread of its own, and sealed', each, 'ms'),
      atMost('  longest block of the event loop meanwhile', longestBlock, MOST_BLOCK_MS, 'ms'),
      notSlower(`  memory (RSS) after ${DOCUMENTS} documents, by that after ${DOCUMENTS / 5}`, {
        siegel: late,
        baseline: early,
        most: MOST_GROWTH,
        unit: 'MiB',
      }),
    ];
  } finally {
    await Promise.all([comparing.stop(), making.stop()]);
  }
}
