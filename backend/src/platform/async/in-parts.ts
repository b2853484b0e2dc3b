import { setImmediate as breathe } from 'node:timers/promises';

/** Number of items whose processing takes a few milliseconds when they are events. */
const AT_ONCE = 500;

/**
 * Yields a long list in chunks and pauses between them, so that it does not block the event loop.
 * @param atOnce items per chunk: fewer, if each item takes more work
 */
export async function* inParts<Item>(
  items: readonly Item[],
  atOnce = AT_ONCE,
): AsyncGenerator<readonly Item[]> {
  for (let from = 0; from < items.length; from += atOnce) {
    if (from > 0) await breathe();
    yield items.slice(from, from + atOnce);
  }
}
