import type { EventBytes, UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import {
  hashContent,
  hashEvent,
  isHashed,
  metadataOf,
  ownFaultOf,
} from '../../eventsourcing/journal/chain.js';
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
  const fits = fitting(found, metadata);
  for (const revision of [found.revision, ...revisions.filter((one) => one !== found.revision)]) {
    const isMarked = isMadeFor({ stream, revision }, metadata, keys);
    const isFitting = fits(revision);
    if (!isFitting && !isMarked) continue;
    return {
      origin,
      revision,
      hash: metadata.hash,
      previousHash: isFitting || isHashOf({ stream, revision }, metadata) ? metadata.previousHash : undefined,
      isMarked,
      event: isFitting ? spelled(event, metadata, isMarked) : undefined,
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
 * Returns a function that is true for a revision at which the event's bytes fit its hash. The bytes are hashed
 * once, however many revisions are asked for. Only an event of format 1 is hashed for each of them.
 */
function fitting(
  { stream, revision: here, event }: Traced,
  metadata: EventMetadata,
): (revision: number) => boolean {
  const unmarked = { ...metadata, mac: undefined };
  const placed = {
    ...spelled(event, metadata, false),
    stream,
    revision: here,
    position: '' as UntrustedEvent['position'],
  };
  const fault = ownFaultOf(placed, unmarked);
  const { blind, content, core } = metadata;
  const isContent =
    fault === undefined ||
    (fault === 'hash' && blind !== undefined && hashContent({ ...event, blind, core }) === content);
  return (revision) => {
    if (fault === 'encoding') return false;
    if (revision === here) return fault === undefined;
    return content === undefined
      ? isHashed({ ...placed, revision }, unmarked)
      : isContent && isHashOf({ stream, revision }, metadata);
  };
}

/** Returns the event in its one spelling. @param isMarked true if its MAC is right, and is kept */
function spelled({ id, type, data }: EventBytes, metadata: EventMetadata, isMarked: boolean): EventBytes {
  const kept = { ...metadata, mac: isMarked ? metadata.mac : undefined };
  return { id, type, data, metadata: encodeMetadata(kept) };
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
