import type { EventStore, UntrustedEvent } from '../event-store.js';
import { eventsOf } from './events-of.js';
import { OperatorError } from '../../../platform/errors/operator-error.js';

/**
 * Thrown if the target's events differ from the first events of the source. Nothing in the target is changed.
 */
export class CopyRefused extends OperatorError {}

export interface CopyParts {
  readonly from: EventStore;
  readonly to: EventStore;
  /** Prefixes of our own streams. A shared server may also hold streams of other applications. */
  readonly streamPrefixes: readonly string[];
  /** Called after each append with the number of events that the target holds by then. */
  readonly onProgress?: (events: number) => void;
  /** Called for each stream that was deleted for good in the source. */
  readonly onTombstone?: (stream: string) => void;
}

export interface CopyResult {
  readonly events: number;
  /** Number of events that an earlier run had already copied to the target. */
  readonly alreadyThere: number;
}

/** Maximum number of events of one stream that are appended at once. */
const TOGETHER = 100;

/**
 * Copies all events from one store to another. Streams, revisions, ids, bytes and the order over all streams
 * stay the same. A stream that was deleted for good keeps the events that the source still has. An interrupted copy can be run again at any time. Events that are already in the target are
 * then compared byte for byte and skipped. During a copy, nothing else may append to either store.
 * @throws CopyRefused, EventStoreUnavailable
 */
export async function copyEvents(parts: CopyParts): Promise<CopyResult> {
  const { from, to, streamPrefixes, onProgress, onTombstone } = parts;
  const there = eventsOf(to, streamPrefixes);
  let events = 0;
  let alreadyThere = 0;
  let known = await there.next();
  let together: UntrustedEvent[] = [];
  const flush = async (): Promise<void> => {
    const [first] = together;
    if (first === undefined) return;
    await to.append(first.stream, first.revision === 0 ? 'no-stream' : first.revision - 1, together);
    events += together.length;
    together = [];
    onProgress?.(events);
  };
  for await (const event of eventsOf(from, streamPrefixes, undefined, onTombstone)) {
    if (known.done !== true) {
      requireSame(event, known.value);
      known = await there.next();
      events += 1;
      alreadyThere += 1;
      continue;
    }
    if (together.length === TOGETHER || (together[0] !== undefined && together[0].stream !== event.stream))
      await flush();
    together.push(event);
  }
  await flush();
  if (known.done !== true)
    throw new CopyRefused(
      `The target holds events that the source does not have, the first in ${known.value.stream}. Choose an empty target.`,
    );
  return { events, alreadyThere };
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** Compares an event with its copy. @throws CopyRefused naming the first difference */
export function requireSame(source: UntrustedEvent, target: UntrustedEvent): void {
  const same =
    source.stream === target.stream &&
    source.revision === target.revision &&
    source.id === target.id &&
    source.type === target.type;
  if (same && sameBytes(source.data, target.data) && sameBytes(source.metadata, target.metadata)) return;
  throw new CopyRefused(
    `The target is not a copy of the source. At the same place the source has event ${source.revision} of ${source.stream}, ` +
      `and the target event ${target.revision} of ${target.stream}${same ? ' with other bytes' : ''}. Choose an empty target.`,
  );
}
