import { setImmediate as breathe } from 'node:timers/promises';

/** A few milliseconds of work on events. */
const AT_ONCE = 500;

/** A long list a part at a time, with a pause in between, so that it holds up nobody else. */
export async function* inParts<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    if (from > 0) await breathe();
    yield items.slice(from, from + AT_ONCE);
  }
}
