import { setImmediate as breathe } from 'node:timers/promises';

/** Number of items whose processing takes a few milliseconds when they are events. */
const CHUNK_SIZE = 500;

/**
 * Yields a long list in chunks and pauses between them, so that it does not block the event loop.
 * @param chunkSize items per chunk: fewer, if each item takes more work
 */
export async function* chunkedWithYield<Item>(
  items: readonly Item[],
  chunkSize = CHUNK_SIZE,
): AsyncGenerator<readonly Item[]> {
  for (let from = 0; from < items.length; from += chunkSize) {
    if (from > 0) await breathe();
    yield items.slice(from, from + chunkSize);
  }
}
