import { setImmediate as breathe } from 'node:timers/promises';

/** A few milliseconds of work on events. */
const AT_ONCE = 500;

/**
 * A long list a part at a time, with a pause in between, so that it holds up nobody else.
 * @param atOnce items of a part: fewer, where more than a look is due to each
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
