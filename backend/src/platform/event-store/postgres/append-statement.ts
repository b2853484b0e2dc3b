import type { QueryArrayConfig } from 'pg';
import type { EventBytes, ExpectedRevision } from '../event-store.js';
import { ORDER_LOCK } from './schema.js';

export interface Append {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EventBytes[];
}

/** What the statements return: one row for each event that was appended. */
export type AppendedRow = [stream: string, revision: number, position: string];

const first = (expected: ExpectedRevision): number => (expected === 'no-stream' ? 0 : expected + 1);

// The lock's row is joined: unreferenced it would vanish from the plan. A stream that is not at the expected revision inserts nothing;
// where another transaction gets in between, the unique constraint refuses.
const LOCK = `lock AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(${ORDER_LOCK}))`;
const LAST = (stream: string): string => `(SELECT e.revision FROM event_store.events e WHERE e.stream = ${stream} ORDER BY e.revision DESC LIMIT 1)`;

const ONE = `WITH ${LOCK}
INSERT INTO event_store.events (stream, revision, id, type, data, metadata)
SELECT $1::text, $2::int, $3::uuid, $4::text, $5::bytea, $6::bytea FROM lock WHERE coalesce(${LAST('$1')}, -1) = $2::int - 1
RETURNING stream, revision, position`;

const MANY = `WITH ${LOCK}
INSERT INTO event_store.events (stream, revision, id, type, data, metadata)
SELECT i.stream, i.revision, i.id, i.type, substring($9::bytea FROM i.starts FOR i.size), substring($9::bytea FROM i.starts + i.size FOR i.size2)
FROM lock, unnest($1::text[], $2::int[], $3::int[], $4::uuid[], $5::text[], $6::int[], $7::int[], $8::int[])
  WITH ORDINALITY AS i (stream, expected, revision, id, type, starts, size, size2, n)
WHERE coalesce(${LAST('i.stream')}, -1) = i.expected
ORDER BY i.n
RETURNING stream, revision, position`;

/**
 * One statement, and so one transaction and one round trip, for all of these appends, which must be of different streams. Payloads go as
 * one binary parameter: as an array they would be written in hexadecimal.
 */
export function appendStatement(appends: readonly Append[]): QueryArrayConfig {
  const [only] = appends;
  const event = only?.events[0];
  if (only !== undefined && event !== undefined && appends.length === 1 && only.events.length === 1) {
    const values = [only.stream, first(only.expected), event.id, event.type, asBuffer(event.data), asBuffer(event.metadata)];
    return { name: 'append-one', text: ONE, values, rowMode: 'array' };
  }
  return { name: 'append-many', text: MANY, values: columns(appends), rowMode: 'array' };
}

function columns(appends: readonly Append[]): unknown[] {
  const streams: string[] = [];
  const types: string[] = [];
  const numbers: [expected: number[], revision: number[], starts: number[], size: number[], size2: number[]] = [[], [], [], [], []];
  const ids: string[] = [];
  const payloads: Uint8Array[] = [];
  let at = 1;
  // Ordered by stream: two batches that meet on the same keys then wait for each other in one direction only.
  for (const append of [...appends].sort((a, b) => (a.stream < b.stream ? -1 : 1))) {
    const start = first(append.expected);
    append.events.forEach((event, index) => {
      streams.push(append.stream);
      ids.push(event.id);
      types.push(event.type);
      const row = [start - 1, start + index, at, event.data.length, event.metadata.length];
      numbers.forEach((column, n) => column.push(row[n] ?? 0));
      payloads.push(event.data, event.metadata);
      at += event.data.length + event.metadata.length;
    });
  }
  const [expected, revision, starts, size, size2] = numbers.map((column) => `{${column.join(',')}}`);
  return [streams, expected, revision, `{${ids.join(',')}}`, types, starts, size, size2, Buffer.concat(payloads)];
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
