import { hasMembers, isRecord, isShallow, parsed } from '@siegel/contracts/evidence/reading';
import { ownMember } from '@siegel/contracts/own-members';
import { isWithinBounds } from '../../platform/bytes/json-bounds.js';
import { canonicalJson } from '../../platform/crypto/canonical-json.js';
import { checkpointNamed } from '../checkpoint-name.js';
import { BUNDLE_DEPTH_MAX } from './bundle-files.js';
import { TEXT_VALUES } from './bundle-limits.js';

/**
 * Defines the only valid spelling, that is the exact encoding, of a bundle's files and of the values in them.
 */

const LINE_FEED = 0x0a;

/**
 * Decodes UTF-8. Throws for invalid bytes. Keeps a byte order mark, so that parsing the text as JSON fails.
 */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns undefined if the bytes are not valid UTF-8. */
export function textIn(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Parses a JSON object that is within the limits of a bundle. Returns undefined for anything else. */
export function objectIn(json: Uint8Array | string): Record<string, unknown> | undefined {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json;
  if (!isWithinBounds(bytes, TEXT_VALUES)) return undefined;
  const text = typeof json === 'string' ? json : textIn(bytes);
  const value = text === undefined ? undefined : parsed(text);
  return isRecord(value) && isShallow(value, BUNDLE_DEPTH_MAX) ? value : undefined;
}

/**
 * Parses a line or a file that consists of canonical JSON and one line feed. Returns undefined for anything
 * else. The caller must limit the number of values beforehand, because the cost of parsing depends on it.
 */
export function canonicalIn(bytes: Buffer): unknown {
  const text = textIn(bytes);
  const value = text === undefined ? undefined : parsed(text);
  if (value === undefined || !isShallow(value, BUNDLE_DEPTH_MAX)) return undefined;
  return `${canonicalJson(value)}\n` === text ? value : undefined;
}

/**
 * Splits a file into lines, each with its line feed. Bytes behind the last line feed count as a line. Returns
 * at most `most` lines.
 */
export function linesOf(bytes: Buffer, most: number): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length && lines.length < most; ) {
    const end = bytes.indexOf(LINE_FEED, from);
    const next = end < 0 ? bytes.length : end + 1;
    lines.push(bytes.subarray(from, next));
    from = next;
  }
  return lines;
}

export const fileOf = (value: unknown): Buffer => Buffer.from(`${canonicalJson(value)}\n`, 'utf8');

/** Tests whether a value has the required form. */
export type Guard<Value = unknown> = (value: unknown) => value is Value;
type Shape = Readonly<Record<string, Guard>>;
type Shaped<Of extends Shape> = {
  readonly [Name in keyof Of]: Of[Name] extends Guard<infer Value> ? Value : never;
};

/** Tests for text without a lone surrogate. Such text is the same in every programming language. */
export const isText: Guard<string> = (value): value is string =>
  typeof value === 'string' && !/\p{Surrogate}/u.test(value);

const matching =
  (pattern: RegExp): Guard<string> =>
  (value): value is string =>
    typeof value === 'string' && pattern.test(value);

export const isHash = matching(/^[0-9a-f]{64}$/);
export const isKeyId = matching(/^[0-9a-f]{16}$/);
const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
export const isUuid = matching(new RegExp(`^${UUID}$`));
export const isStream = matching(new RegExp(`^nda-${UUID}$`));
export const isTime = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
export const isType = matching(/^[A-Za-z][A-Za-z0-9]*\.v[1-9][0-9]{0,3}$/);

export const isCount: Guard<number> = (value): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/**
 * Tests for base64 in its only canonical spelling.
 * @param length required number of bytes; any number by default
 */
export const isBase64 =
  (length?: number): Guard<string> =>
  (value): value is string => {
    if (typeof value !== 'string') return false;
    const bytes = Buffer.from(value, 'base64');
    return bytes.toString('base64') === value && (length === undefined || bytes.length === length);
  };

export const isNull: Guard<null> = (value): value is null => value === null;
export const isOneOf =
  <Value extends string>(values: readonly Value[]): Guard<Value> =>
  (value): value is Value =>
    values.some((one) => one === value);
export const either =
  <One, Other>(one: Guard<One>, other: Guard<Other>): Guard<One | Other> =>
  (value): value is One | Other =>
    one(value) || other(value);
export const listOf =
  <Item>(isItem: Guard<Item>): Guard<readonly Item[]> =>
  (value): value is readonly Item[] =>
    Array.isArray(value) && value.every((item: unknown) => isItem(item));
/** Tests for an object with exactly these members. */
export const objectOf =
  <Of extends Shape>(shape: Of): Guard<Shaped<Of>> =>
  (value): value is Shaped<Of> =>
    isRecord(value) &&
    hasMembers(value, Object.keys(shape)) &&
    Object.entries(shape).every(([name, isRight]) => isRight(ownMember(value, name)));

export const isCheckpointName: Guard<string> = (value): value is string =>
  typeof value === 'string' && checkpointNamed(value) !== undefined;
