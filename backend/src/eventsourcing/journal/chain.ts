import type { StoredEvent } from '../event-store/event-store.js';
import { sha256OfParts } from '../../platform/crypto/length-prefixed.js';
import {
  EVENT_FORMAT,
  type EventMetadata,
  isSpelled,
  parseCore,
  parseData,
  parseMetadata,
  parseWireType,
} from './event-encoding.js';

/** Before the first event of a stream. */
export const NO_HASH = '0'.repeat(64);

/** What an event says. */
export interface ContentParts {
  readonly id: string;
  /** As stored, with its version. */
  readonly type: string;
  /** The text in the metadata, not its JSON again. */
  readonly core: string;
  /** The stored bytes. */
  readonly data: Uint8Array;
}

/** Where it says it. */
export interface PlaceParts {
  readonly stream: string;
  readonly revision: number;
  /** Hexadecimal. */
  readonly previousHash: string;
}

/**
 * SHA-256, hexadecimal, over these parts in this order, each preceded by its length (length-prefixed.ts):
 * `content`, format, blind, id, type, core, data. Whoever has this hash alone can neither read the content nor
 * confirm a guess, and can be shown it later (rule:hash-chain).
 */
export const hashContent = ({ blind, id, type, core, data }: ContentParts & { blind: string }): string =>
  sha256OfParts(['content', EVENT_FORMAT, blind, id, type, core, data]);

/**
 * The same over `event`, format, stream, revision, content, previous hash (rule:hash-chain). Nothing of the
 * store is in it, neither its position nor its own time: the same history has the same hashes in either store.
 */
export const hashEvent = ({
  stream,
  revision,
  content,
  previousHash,
}: PlaceParts & { content: string }): string =>
  sha256OfParts(['event', EVENT_FORMAT, stream, revision, content, previousHash]);

/** As events of format 1 are hashed: all in one. */
export const hashEventV1 = (event: PlaceParts & ContentParts): string => {
  const { stream, revision, id, type, core, data, previousHash } = event;
  return sha256OfParts(['event', 1, stream, revision, id, type, core, data, previousHash]);
};

/**
 * What is wrong with the first event that is: its own hash does not fit its bytes, it does not follow its
 * predecessor's hash, its number is not the next (an event is missing, doubled or of another stream), or its
 * bytes are not in the one spelling that is written.
 */
export type ChainFault = 'hash' | 'link' | 'revision' | 'encoding';

export type ChainResult =
  | {
      readonly intact: true;
      readonly events: number;
      /** Of the last event; 64 zeros for none. */
      readonly hash: string;
    }
  | {
      readonly intact: false;
      readonly fault: ChainFault;
      /** The first event that is not right. */
      readonly revision: number;
      readonly eventId: string;
    };

/**
 * @param events a whole stream from its first event, as stored. Needs no key: what was erased verifies too.
 */
export function verifyChain(events: readonly StoredEvent[]): ChainResult {
  const steps = chainSteps(events);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** The same with a pause after each event, in which whoever verifies a long stream may give way to others. */
export function* chainSteps(events: readonly StoredEvent[]): Generator<undefined, ChainResult> {
  const stream = events[0]?.stream;
  let previousHash = NO_HASH;
  for (const [expected, event] of events.entries()) {
    const fault =
      event.stream === stream && event.revision === expected ? faultOf(event, previousHash) : 'revision';
    if (fault !== undefined) return { intact: false, fault, revision: event.revision, eventId: event.id };
    previousHash = parseMetadata(event).hash;
    yield;
  }
  return { intact: true, events: events.length, hash: previousHash };
}

/**
 * Whether an event's own hash fits its bytes, and it follows the one with this hash.
 * @param metadata the event's, as they were parsed
 */
export const isLinked = (event: StoredEvent, previousHash: string, metadata: EventMetadata): boolean =>
  faultOf(event, previousHash, metadata) === undefined;

/** An event's metadata, in whatever spelling; undefined where there are none. */
export function metadataOf(
  event: Pick<StoredEvent, 'stream' | 'revision' | 'metadata'>,
): EventMetadata | undefined {
  try {
    return parseMetadata(event);
  } catch {
    return undefined;
  }
}

function faultOf(
  event: StoredEvent,
  previousHash: string,
  metadata = metadataOf(event),
): ChainFault | undefined {
  if (metadata === undefined || !isReadable(event, metadata)) return 'encoding';
  if (!isHashed(event, metadata)) return 'hash';
  return metadata.previousHash === previousHash ? undefined : 'link';
}

/** Field by field: to copy an event for it takes longer than to hash it. */
function isHashed(event: StoredEvent, metadata: EventMetadata): boolean {
  const { stream, revision, id, type, data } = event;
  const { core, blind, content, previousHash, hash } = metadata;
  if (content === undefined || blind === undefined)
    return hashEventV1({ stream, revision, id, type, core, data, previousHash }) === hash;
  return (
    hashContent({ blind, id, type, core, data }) === content &&
    hashEvent({ stream, revision, content, previousHash }) === hash
  );
}

const BLIND = /^[0-9a-f]{64}$/;

/** A blind and a content's hash where the format has them, and there only. */
const isInFormat = (format: number, { blind, content }: EventMetadata): boolean =>
  format === EVENT_FORMAT
    ? typeof content === 'string' && typeof blind === 'string' && BLIND.test(blind)
    : format === 1 && content === undefined && blind === undefined;

/** The metadata's own spelling is in no hash, so it must be the only one there is. */
function isReadable(event: StoredEvent, metadata: EventMetadata): boolean {
  try {
    if (!isInFormat(parseCore(event, metadata.core).format, metadata)) return false;
    parseData(event);
    parseWireType(event, event.type);
    return isSpelled(event.metadata, metadata);
  } catch {
    return false;
  }
}
