import { setImmediate as breathe } from 'node:timers/promises';

/** Items per chunk. Processing 500 events takes a few milliseconds. */
const CHUNK_SIZE = 500;

/**
 * Yields a long list in chunks. It pauses between the chunks, so that the list does not block the event loop.
 * @param chunkSize items per chunk; choose fewer if each item takes more work
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
