import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from './canonical.js';
import type { ReadEvent } from './check-content.js';
import { sha256Hex } from './event-hash.js';
import type { Disclosure } from './evidence.js';
import { areStrings, hasMembers, isRecord, parsed, saltOf } from './reading.js';

export interface Shown {
  readonly revision: number;
  readonly type: string;
  readonly core: string;
  readonly data: string;
  readonly disclosed?: Disclosure;
}

/**
 * A decoded event of the evidence. It has the event's time, its open part, and its commitment if there is
 * one.
 */
export interface DecodedEvent extends ReadEvent {
  readonly format: unknown;
  /** Commitment to the part that may be disclosed. */
  readonly commitment: string | undefined;
}

const TYPE = /^(\w+)\.v([1-9]\d{0,3})$/;

export const isDisclosure = (value: unknown): value is Disclosure | undefined =>
  value === undefined ||
  (isRecord(value) &&
    hasMembers(value, ['personal', 'salt']) &&
    areStrings(value, 'salt') &&
    isRecord(value['personal']));

/** Decodes a shown event. Returns undefined if its core, data or type is malformed. */
export function decodeShown(event: Shown): DecodedEvent | undefined {
  const [core, data, type] = [parsed(event.core), parsed(event.data), TYPE.exec(event.type)];
  if (!isRecord(core) || !isRecord(data) || type === null) return undefined;
  if (typeof core['at'] !== 'string' || !isRecord(data['open'])) return undefined;
  const commitments = isRecord(data['commitments']) ? data['commitments'] : {};
  const commitment = core['format'] === 1 ? data['commitment'] : commitments['personal'];
  return {
    revision: event.revision,
    type: type[1] ?? '',
    version: Number(type[2]),
    at: core['at'],
    open: data['open'],
    personal: event.disclosed?.personal,
    format: core['format'],
    commitment: typeof commitment === 'string' ? commitment : undefined,
  };
}

/** True if the disclosed part matches the commitment. */
export function provesDisclosure({ salt, personal }: Disclosure, commitment: string | undefined): boolean {
  const bytes = saltOf(salt);
  return (
    bytes !== undefined &&
    sha256Hex(concatBytes(bytes, utf8ToBytes(canonicalJson({ personal })))) === commitment
  );
}
