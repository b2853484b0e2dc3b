import { createHash } from 'node:crypto';
import { verifyChain } from '../../journal/chain.js';
import type { EventStore } from '../event-store.js';
import { CopyRefused, requireSame } from './copy-events.js';
import { eventsOf } from './events-of.js';

export interface Proof {
  readonly events: number;
  readonly streams: number;
  /** SHA-256, hexadecimal, over the ids and bytes of all events in their order. */
  readonly digest: string;
}

/**
 * Reads both stores again from the first event to the last. Proves that they hold the same events in the same
 * order, and that in the target every stream's hash chain is intact.
 * @throws CopyRefused naming the difference
 */
export async function proveEqual(
  from: EventStore,
  to: EventStore,
  streamPrefixes: readonly string[],
): Promise<Proof> {
  const target = eventsOf(to, streamPrefixes);
  const counts = new Map<string, number>();
  const digest = createHash('sha256');
  let events = 0;
  for await (const source of eventsOf(from, streamPrefixes)) {
    const { value: copy, done } = await target.next();
    if (done === true)
      throw new CopyRefused(
        `The copy is incomplete: the target ends before event ${source.revision} of ${source.stream}.`,
      );
    requireSame(source, copy);
    digest.update(copy.id).update(copy.data).update(copy.metadata);
    counts.set(copy.stream, (counts.get(copy.stream) ?? 0) + 1);
    events += 1;
  }
  if ((await target.next()).done !== true)
    throw new CopyRefused('The target holds more events than the source. Choose an empty target.');
  for (const [stream, count] of counts) await requireIntact(to, stream, count);
  return { events, streams: counts.size, digest: digest.digest('hex') };
}

async function requireIntact(store: EventStore, stream: string, count: number): Promise<void> {
  const result = verifyChain(await store.readStream(stream));
  if (!result.intact)
    throw new CopyRefused(
      `The hash chain of ${stream} is broken at event ${result.revision} (${result.fault}), in both stores. Run siegel verify:log.`,
    );
  if (result.events !== count)
    throw new CopyRefused(
      `In the target, ${stream} has ${result.events} events when read alone, but ${count} in the whole log.`,
    );
}
