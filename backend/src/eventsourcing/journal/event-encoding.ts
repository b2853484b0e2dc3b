import { isTextOf } from '../../platform/bytes/is-text-of.js';
import type { UntrustedEvent } from '../event-store/event-store.js';
import type { Actor } from './event.js';

/**
 * Encoding of an event in the store (docs: `events.md`).
 *
 * - type: `<Type>.v<version>`
 * - data: UTF-8 JSON `{"open":{…},"sealed":"<base64>","keyId":"<uuid>","commitments":{…}}`. `sealed`, `keyId`
 * and `commitments` exist only if something is sealed. `commitments` is
 * `{"personal":"<hex>","origin":"<hex>"}`, with one member for each part that exists.
 * - metadata: UTF-8 JSON
 * `{"core":"<core>","blind":"<hex>","content":"<hex>","previousHash":"<hex>","hash":"<hex>","mac":"<mac>"}`.
 * `core` is the text of a JSON object
 * `{"format":2,"at":…,"actor":…,"commandId":…,"correlationId":…,"causedBy":…}`. It is kept as text so that
 * every store returns exactly the bytes that were hashed. `mac` proves who wrote the event (trust/). Events
 * from before version 2 of the service have none.
 *
 * Format 1 will always be read and verified (docs/decisions/0030-event-format-2.md). It had one `commitment`
 * over both sealed parts, and neither `blind` nor `content`.
 */
export const EVENT_FORMAT = 2;

export interface Commitments {
  /** Hexadecimal (rule:salted-commitment). */
  readonly personal?: string | undefined;
  readonly origin?: string | undefined;
}

export interface EventData {
  readonly open: object;
  /** Base64. */
  readonly sealed?: string;
  readonly keyId?: string;
  /** Only in format 1. */
  readonly commitment?: string;
  readonly commitments?: Commitments;
}

export interface EventCore {
  readonly format: number;
  readonly at: string;
  readonly actor: Actor;
  readonly commandId: string;
  readonly correlationId: string;
  readonly causedBy: string | null;
}

export interface EventMetadata {
  /** The text of an EventCore. */
  readonly core: string;
  /**
   * 32 random bytes, hexadecimal. Anyone who does not know them cannot confirm a guess of the content. Absent
   * in format 1.
   */
  readonly blind?: string | undefined;
  /** Hash of the content (chain.ts). Absent in format 1. */
  readonly content?: string | undefined;
  readonly previousHash: string;
  readonly hash: string;
  /** MAC over stream, revision and hash (trust/append-keys.ts). */
  readonly mac?: string | undefined;
}

type Unplaced = Omit<UntrustedEvent, 'position'>;
type Place = Pick<UntrustedEvent, 'stream' | 'revision'>;

/** Thrown if the stored bytes are not in the form that this service writes. */
export class EventUnreadable extends Error {
  constructor(event: Place, what: string, options?: ErrorOptions) {
    super(`event ${event.stream}@${event.revision}: ${what}`, options);
    this.name = 'EventUnreadable';
  }
}

export const encodeData = ({ open, sealed, keyId, commitments }: Omit<EventData, 'commitment'>): Buffer =>
  Buffer.from(
    JSON.stringify({
      open,
      sealed,
      keyId,
      commitments: commitments && { personal: commitments.personal, origin: commitments.origin },
    }),
    'utf8',
  );

export const encodeCore = ({ format, at, actor, commandId, correlationId, causedBy }: EventCore): string =>
  JSON.stringify({ format, at, actor, commandId, correlationId, causedBy });

const spellingOf = ({ core, blind, content, previousHash, hash, mac }: EventMetadata): string =>
  JSON.stringify({ core, blind, content, previousHash, hash, mac });

/** Encodes metadata in the only accepted spelling. So every change of the stored bytes can be detected. */
export const encodeMetadata = (metadata: EventMetadata): Buffer => Buffer.from(spellingOf(metadata), 'utf8');

/**
 * Encodes an event's metadata without its MAC. Evidence contains them in this form, because only the service
 * itself can check a MAC.
 */
export const withoutMac = (event: Place & Pick<UntrustedEvent, 'metadata'>): Buffer =>
  encodeMetadata({ ...parseMetadata(event), mac: undefined });

/**
 * True if `encodeMetadata` returns exactly these bytes.
 * @param metadata as parsed from these bytes
 */
export const isSpelled = (bytes: Uint8Array, metadata: EventMetadata): boolean =>
  isTextOf(bytes, plainSpellingOf(metadata)) || isTextOf(bytes, spellingOf(metadata));

/**
 * Encodes the metadata in half the time that `spellingOf` takes, because it assumes that only the core needs
 * escapes. The caller compares the result with the text that was parsed. If the two texts are equal, the
 * assumption is true. Every literal except the core is then as long as its parsed value, so it contains no
 * escape.
 */
const plainSpellingOf = ({ core, blind, content, previousHash, hash, mac }: EventMetadata): string =>
  `{"core":${JSON.stringify(core)},"blind":"${blind}","content":"${content}","previousHash":"${previousHash}","hash":"${hash}"${mac === undefined ? '' : `,"mac":"${mac}"`}}`;

export const text = (bytes: Uint8Array): string =>
  // UTF-8 is the default encoding. Naming it would cost a look-up.
  (Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).toString();

export function parseMetadata(event: Place & Pick<UntrustedEvent, 'metadata'>): EventMetadata {
  const metadata = parse(event, event.metadata) as Partial<EventMetadata>;
  const { core, blind, content, previousHash, hash, mac } = metadata;
  if (typeof core !== 'string' || typeof previousHash !== 'string' || typeof hash !== 'string') {
    throw new EventUnreadable(event, 'its metadata lacks core, previousHash or hash');
  }
  if (![blind, content, mac].every((member) => member === undefined || typeof member === 'string')) {
    throw new EventUnreadable(event, 'a member of its metadata is not text');
  }
  return { core, blind, content, previousHash, hash, mac };
}

export function parseCore(event: Unplaced, core: string): EventCore {
  try {
    return JSON.parse(core) as EventCore;
  } catch (cause) {
    throw new EventUnreadable(event, 'its core is no JSON', { cause });
  }
}

export function parseData(event: Unplaced): EventData {
  const data = parse(event, event.data) as Partial<EventData>;
  if (typeof data.open !== 'object' || data.open === null)
    throw new EventUnreadable(event, 'its data has no open part');
  return data as EventData;
}

/** Splits `NdaCreated.v1` into the type `NdaCreated` and the version 1. */
export function parseWireType(event: Place, wireType: string): { type: string; version: number } {
  const dot = wireType.lastIndexOf('.v');
  const version = Number(wireType.slice(dot + 2));
  if (dot < 1 || !Number.isInteger(version) || version < 1)
    throw new EventUnreadable(event, `${wireType} is no type with a version`);
  return { type: wireType.slice(0, dot), version };
}

function parse(event: Place, bytes: Uint8Array): object {
  let value: unknown;
  try {
    value = JSON.parse(text(bytes));
  } catch (cause) {
    throw new EventUnreadable(event, 'its bytes are no JSON', { cause });
  }
  if (typeof value !== 'object' || value === null)
    throw new EventUnreadable(event, 'its bytes are no JSON object');
  return value;
}
