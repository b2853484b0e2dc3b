import type { EventBytes } from '../../eventsourcing/event-store/event-store.js';
import { hashEvent, isHashed, metadataOf, ownFaultOf } from '../../eventsourcing/journal/chain.js';
import { encodeMetadata, type EventMetadata } from '../../eventsourcing/journal/event-encoding.js';
import type { AppendKeys } from '../../eventsourcing/trust/append-keys.js';
import type { Origin, Trace } from './stream-facts.js';

type Keys = Pick<AppendKeys, 'hasMade' | 'markOf'>;

interface Traced {
  readonly stream: string;
  /** The revision under which the event was found. */
  readonly revision: number;
  readonly event: EventBytes;
  readonly origin: Origin;
  readonly position: number | undefined;
  /** True if the event was found in the store, and is authenticated there. */
  readonly isInPlace: boolean;
}

/**
 * Returns what an event tells about its place in a stream. Returns undefined if it tells nothing: nobody can
 * say for which place it was written. An event whose bytes were altered still tells which event belongs here
 * if its MAC fits the hash that it names.
 * @param revisions the other revisions for which the event may have been written
 */
export function traceOf(found: Traced, revisions: readonly number[], keys: Keys): Trace | undefined {
  const { stream, event, origin, position, isInPlace } = found;
  const metadata = metadataOf({ ...event, stream, revision: found.revision });
  if (metadata === undefined) return undefined;
  for (const revision of [found.revision, ...revisions.filter((one) => one !== found.revision)]) {
    const isMarked = isMadeFor({ stream, revision }, metadata, keys);
    const fitting = fittingEvent({ stream, revision, event }, metadata, isMarked);
    if (fitting === undefined && !isMarked) continue;
    return {
      origin,
      revision,
      hash: metadata.hash,
      previousHash:
        fitting !== undefined || isHashOf({ stream, revision }, metadata) ? metadata.previousHash : undefined,
      isMarked,
      event: fitting,
      isInPlace: isInPlace && revision === found.revision,
      position,
    };
  }
  return undefined;
}

interface Place {
  readonly stream: string;
  readonly revision: number;
}

const isMadeFor = ({ stream, revision }: Place, { mac, hash }: EventMetadata, keys: Keys): boolean =>
  typeof mac === 'string' && keys.hasMade(mac, { stream, revision, hash });

/** True if the metadata alone show that the hash covers `previousHash`. Format 1 cannot show it. */
const isHashOf = ({ stream, revision }: Place, { content, previousHash, hash }: EventMetadata): boolean =>
  content !== undefined && hashEvent({ stream, revision, content, previousHash }) === hash;

/**
 * Returns the event in its one spelling, with its MAC only if the MAC is right. Returns undefined if the
 * event's bytes do not fit its hash at this place.
 */
function fittingEvent(
  { stream, revision, event }: Place & { readonly event: EventBytes },
  metadata: EventMetadata,
  isMarked: boolean,
): EventBytes | undefined {
  const { id, type, data } = event;
  const spelled = { ...metadata, mac: isMarked ? metadata.mac : undefined };
  const unplaced = { stream, revision, id, type, data, metadata: encodeMetadata(spelled) };
  const placed = { ...unplaced, position: '' as never };
  if (!isHashed(placed, spelled) || ownFaultOf(placed, spelled) !== undefined) return undefined;
  return { id, type, data, metadata: unplaced.metadata };
}

/**
 * Returns the event with a MAC, as it is written back. An event keeps its own MAC. An event whose MAC is lost,
 * or that is from before APPEND_KEY, gets a MAC of the newest key.
 */
export function withMac(
  { stream, revision, hash }: Place & { readonly hash: string },
  event: EventBytes,
  keys: Pick<AppendKeys, 'markOf'>,
): EventBytes {
  const metadata = metadataOf({ ...event, stream, revision });
  if (metadata === undefined || metadata.mac !== undefined) return event;
  const mac = keys.markOf({ stream, revision, hash });
  return { ...event, metadata: encodeMetadata({ ...metadata, mac }) };
}
