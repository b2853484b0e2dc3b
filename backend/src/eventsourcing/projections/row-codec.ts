import { types as builtins } from 'pg';
import { columnName } from '../../platform/postgres/columns.js';
import { instantIn } from '../../platform/postgres/instant-types.js';

/**
 * Converts rows between a fold and PostgreSQL. A fold sees its row as it would be after a reload: instants
 * are ISO 8601 UTC strings with milliseconds, bigint columns are numbers, jsonb is plain data, absent values
 * are null. Bytes may be in a column of their own (bytea) or inside jsonb, where they are stored as
 * `{"$bytes": "<base64>"}`.
 */

export const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;

/**
 * Returns one JSON text for `json_populate_recordset`. It contains an object for each row. The object's keys
 * are the names of the columns.
 */
export function encodeRows(
  rows: readonly { id: string; revision: number; row: object }[],
  properties: readonly Property[],
): string {
  const text = JSON.stringify(rows.map((each) => record(each, properties)));
  return UNSTORABLE.test(text)
    ? JSON.stringify(JSON.parse(text), (_, value: unknown) => storable(value))
    : text;
}

export interface Property {
  readonly name: string;
  readonly column: string;
}

export const propertiesOf = (names: readonly string[]): Property[] =>
  names
    .filter((name) => name !== 'id' && name !== 'revision')
    .map((name) => ({ name, column: columnName(name) }));

function record(
  each: { id: string; revision: number; row: object },
  properties: readonly Property[],
): Record<string, unknown> {
  const values: Record<string, unknown> = { id: each.id, revision: each.revision };
  const row = new Map(Object.entries(each.row));
  // Allowed: the projection declares its columns in code.
  for (const { name, column } of properties) values[column] = encodeValue(row.get(name));
  return values;
}

function encodeValue(value: unknown): unknown {
  if (value === undefined || value === null || typeof value !== 'object') return value;
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : encodeNested(value);
}

/** Encodes the value of a jsonb column. Bytes inside the value are tagged with `$bytes`. */
export function encodeNested(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(encodeNested);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, encodeNested(inner)]));
}

/** Decodes the value of a jsonb column, as `pg` parsed it. */
export function decodeNested(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(decodeNested);
  if ('$bytes' in value && typeof value.$bytes === 'string')
    return new Uint8Array(Buffer.from(value.$bytes, 'base64'));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, decodeNested(inner)]));
}

/**
 * Matches NUL and halves of surrogate pairs. Both are valid in JSON, but PostgreSQL refuses them. The service
 * replaces them, because a recorded event must not stop a projection.
 */
const UNSTORABLE = /\\u(0000|d[89a-f][0-9a-f]{2})/;

function storable(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/[\0\p{Surrogate}]/gu, '\uFFFD') : value;
}

type TypeId = Parameters<typeof builtins.getTypeParser>[0];

const { TIMESTAMPTZ, INT8, JSON: JSON_TYPE, JSONB, DATE } = builtins.builtins;

/**
 * An infinite time, or a year that no `Date` has, is none that a fold writes. It stays text, so that only this row
 * fails its verification while the rest of the batch is processed.
 */
const instant = (text: string): string => instantIn(text)?.toISOString() ?? text;
const json = (text: string): unknown => decodeNested(JSON.parse(text));

/** Parses `{1,2}`. */
const numbers = (text: string): number[] => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number));
/** Type id of `bigint[]` (pg_type.dat). */
const INT8_ARRAY = 1016;

const parsers = new Map<number, (text: string) => unknown>([
  [TIMESTAMPTZ, instant],
  [INT8, Number],
  [INT8_ARRAY, numbers],
  [JSON_TYPE, json],
  [JSONB, json],
  [DATE, String],
]);

/** Type parsers for the queries that load a fold's rows. */
export const rowTypes = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary'): ((text: string) => unknown) =>
    parsers.get(oid) ?? builtins.getTypeParser(oid, format === 'binary' ? 'text' : format),
};
