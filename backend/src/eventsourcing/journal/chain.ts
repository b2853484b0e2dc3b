import { createHash } from 'node:crypto';
import type { StoredEvent } from '../event-store/event-store.js';
import { lengthPrefixed } from '../../platform/crypto/length-prefixed.js';
import {
  EVENT_FORMAT,
  encodeMetadata,
  type EventMetadata,
  parseCore,
  parseData,
  parseMetadata,
  parseWireType,
} from './event-encoding.js';

/** Before the first event of a stream. */
export const NO_HASH = '0'.repeat(64);

export interface HashedParts {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  /** As stored, with its version. */
  readonly type: string;
  /** The text in the metadata, not its JSON again. */
  readonly core: string;
  /** The stored bytes. */
  readonly data: Uint8Array;
  /** Hexadecimal. */
  readonly previousHash: string;
}

/**
 * SHA-256, hexadecimal, over these parts in this order, each preceded by its length (length-prefixed.ts):
 * `event`, format, stream, revision, id, type, core, data, previous hash (rule:hash-chain). Nothing of the
 * store is in it, neither its position nor its own time: the same history has the same hashes in either
 * store.
 */
export function hashEvent({ stream, revision, id, type, core, data, previousHash }: HashedParts): string {
  const hashed = lengthPrefixed([
    'event',
    EVENT_FORMAT,
    stream,
    revision,
    id,
    type,
    core,
    data,
    previousHash,
  ]);
  return createHash('sha256').update(hashed).digest('hex');
}

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
  const stream = events[0]?.stream;
  let previousHash = NO_HASH;
  for (const [expected, event] of events.entries()) {
    const fault =
      event.stream === stream && event.revision === expected ? faultOf(event, previousHash) : 'revision';
    if (fault !== undefined) return { intact: false, fault, revision: event.revision, eventId: event.id };
    previousHash = parseMetadata(event).hash;
  }
  return { intact: true, events: events.length, hash: previousHash };
}

function faultOf(event: StoredEvent, previousHash: string): ChainFault | undefined {
  const metadata = readable(event);
  if (metadata === undefined) return 'encoding';
  if (hashEvent({ ...event, core: metadata.core, previousHash: metadata.previousHash }) !== metadata.hash)
    return 'hash';
  return metadata.previousHash === previousHash ? undefined : 'link';
}

/** The metadata's own spelling is in no hash, so it must be the only one there is. */
function readable(event: StoredEvent): EventMetadata | undefined {
  try {
    const metadata = parseMetadata(event);
    if (parseCore(event, metadata.core).format !== EVENT_FORMAT) return undefined;
    parseData(event);
    parseWireType(event, event.type);
    return encodeMetadata(metadata).equals(event.metadata) ? metadata : undefined;
  } catch {
    return undefined;
  }
}
