import type { UntrustedEvent } from '../event-store/event-store.js';
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

/** `previousHash` of the first event of a stream. */
export const NO_HASH = '0'.repeat(64);

/** The parts of an event that make up its content. */
export interface ContentParts {
  readonly id: string;
  /** As stored, including the version. */
  readonly type: string;
  /** The text of the core, exactly as the metadata contain it. It is not encoded as JSON a second time. */
  readonly core: string;
  /** The stored bytes. */
  readonly data: Uint8Array;
}

/** The parts that fix an event's place in its stream. */
export interface PlaceParts {
  readonly stream: string;
  readonly revision: number;
  /** Hexadecimal. */
  readonly previousHash: string;
}

/**
 * Hashes an event's content with SHA-256, hexadecimal. The hash covers these parts in this order, each
 * preceded by its length (length-prefixed.ts): `content`, format, blind, id, type, core, data. A reader who
 * has only this hash can neither read the content nor confirm a guess. If the content is disclosed later, it
 * can be checked against the hash (rule:hash-chain).
 */
export const hashContent = ({ blind, id, type, core, data }: ContentParts & { blind: string }): string =>
  sha256OfParts(['content', EVENT_FORMAT, blind, id, type, core, data]);

/**
 * Hashes an event in the same way as `hashContent`. The hash covers `event`, format, stream, revision,
 * content, previous hash (rule:hash-chain). It covers neither the store's position nor the store's timestamp.
 * So the same history has the same hashes in either store.
 */
export const hashEvent = ({
  stream,
  revision,
  content,
  previousHash,
}: PlaceParts & { content: string }): string =>
  sha256OfParts(['event', EVENT_FORMAT, stream, revision, content, previousHash]);

/** Hashes an event of format 1. A single hash covers all parts. */
export const hashEventV1 = (event: PlaceParts & ContentParts): string => {
  const { stream, revision, id, type, core, data, previousHash } = event;
  return sha256OfParts(['event', 1, stream, revision, id, type, core, data, previousHash]);
};

/**
 * The fault of the first faulty event:
 * - `hash`: the event's hash does not match its bytes
 * - `link`: the event's `previousHash` is not the hash of the event before it
 * - `revision`: the event's revision is not the next one, because an event is missing or duplicated or comes
 * from another stream
 * - `encoding`: the event's bytes differ from the only spelling that the service writes
 */
export type ChainFault = 'hash' | 'link' | 'revision' | 'encoding';

export type ChainResult =
  | {
      readonly intact: true;
      readonly events: number;
      /** Hash of the last event; 64 zeros if there is none. */
      readonly hash: string;
    }
  | {
      readonly intact: false;
      readonly fault: ChainFault;
      /** Revision of the first faulty event. */
      readonly revision: number;
      readonly eventId: string;
    };

/**
 * Verifies the hash chain of a stream. It needs no key, so an erased stream can be verified too.
 * @param events a whole stream from its first event, as stored
 */
export function verifyChain(events: readonly UntrustedEvent[]): ChainResult {
  const steps = chainSteps(events);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/**
 * Does the same as `verifyChain`, but pauses after each event, so that the caller can do other work during a
 * long stream.
 */
export function* chainSteps(events: readonly UntrustedEvent[]): Generator<undefined, ChainResult> {
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

/** Parses an event's metadata in any spelling. Returns undefined if that fails. */
export function metadataOf(
  event: Pick<UntrustedEvent, 'stream' | 'revision' | 'metadata'>,
): EventMetadata | undefined {
  try {
    return parseMetadata(event);
  } catch {
    return undefined;
  }
}

function faultOf(
  event: UntrustedEvent,
  previousHash: string,
  metadata = metadataOf(event),
): ChainFault | undefined {
  return ownFaultOf(event, metadata) ?? (metadata?.previousHash === previousHash ? undefined : 'link');
}

/**
 * Returns the fault of an event that is visible in its own bytes: they are not in the one spelling, or its
 * hash does not match them.
 * @param metadata the event's metadata, already parsed; undefined if they cannot be parsed
 */
export function ownFaultOf(
  event: UntrustedEvent,
  metadata: EventMetadata | undefined,
): 'encoding' | 'hash' | undefined {
  if (metadata === undefined || !isReadable(event, metadata)) return 'encoding';
  return isHashed(event, metadata) ? undefined : 'hash';
}

/**
 * True if content hash and hash are those of the event's bytes. Passes the fields one by one, because copying
 * the event would take longer than hashing it.
 */
export function isHashed(event: UntrustedEvent, metadata: EventMetadata): boolean {
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

/** True if blind and content hash are present in format 2 and absent in format 1. */
const isInFormat = (format: number, { blind, content }: EventMetadata): boolean =>
  format === EVENT_FORMAT
    ? typeof content === 'string' && typeof blind === 'string' && BLIND.test(blind)
    : format === 1 && content === undefined && blind === undefined;

/**
 * True if the event is in a known format, its parts can be parsed, and its metadata have the only accepted
 * spelling. Only one spelling is accepted, because no hash covers how the metadata are spelled.
 */
function isReadable(event: UntrustedEvent, metadata: EventMetadata): boolean {
  try {
    if (!isInFormat(parseCore(event, metadata.core).format, metadata)) return false;
    parseData(event);
    parseWireType(event, event.type);
    return isSpelled(event.metadata, metadata);
  } catch {
    return false;
  }
}
