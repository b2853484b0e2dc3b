import type { QueryArrayConfig } from 'pg';
import type { EventBytes, ExpectedRevision } from '../event-store.js';

export interface Append {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EventBytes[];
}

/**
 * Row that the statements return for each appended event. The statements for a single event return only its
 * position.
 */
export type AppendedRow = [position: string, stream?: string, revision?: number];

/** Returns the revision of the append's first event. */
export const first = (expected: ExpectedRevision): number => (expected === 'no-stream' ? 0 : expected + 1);

// Nothing is inserted for a stream that is not at the expected revision. If another transaction appends to
// the stream at the same time, the unique constraint refuses the insert.
const LAST = (stream: string): string =>
  `(SELECT e.revision FROM event_store.events e WHERE e.stream = ${stream} ORDER BY e.revision DESC LIMIT 1)`;

const ONE =
  'INSERT INTO event_store.events (stream, revision, id, type, data, metadata) VALUES ($1, $2, $3, $4, $5, $6) RETURNING position';

const ONE_CHECKED = `INSERT INTO event_store.events (stream, revision, id, type, data, metadata)
SELECT $1::text, $2::int, $3::uuid, $4::text, $5::bytea, $6::bytea WHERE coalesce(${LAST('$1')}, -1) = $2::int - 1
RETURNING position`;

const MANY = `INSERT INTO event_store.events (stream, revision, id, type, data, metadata)
SELECT i.stream, i.revision, i.id, i.type, substring($9::bytea FROM i.starts FOR i.size), substring($9::bytea FROM i.starts + i.size FOR i.size2)
FROM unnest($1::text[], $2::int[], $3::int[], $4::uuid[], $5::text[], $6::int[], $7::int[], $8::int[])
  WITH ORDINALITY AS i (stream, expected, revision, id, type, starts, size, size2, n)
WHERE coalesce(${LAST('i.stream')}, -1) = i.expected
ORDER BY i.n
RETURNING position, stream, revision`;

/**
 * Builds the statement for a single event.
 * @param certain true if the preceding revision is known to exist. The statement then needs no check. If the
 * stream has a later revision already, the statement fails with an error instead of returning no row.
 */
export function singleInsert(
  { stream, expected }: Append,
  event: EventBytes,
  certain: boolean,
): QueryArrayConfig {
  const values = [
    stream,
    first(expected),
    event.id,
    event.type,
    asBuffer(event.data),
    asBuffer(event.metadata),
  ];
  return certain
    ? { name: 'append-one', text: ONE, values, rowMode: 'array' }
    : { name: 'append-one-checked', text: ONE_CHECKED, values, rowMode: 'array' };
}

/**
 * Builds one statement for all these appends, so they take one transaction and one round trip. Each append
 * must be to a different stream. All payloads are sent as one binary parameter, because an array would be
 * sent in hexadecimal.
 */
export function batchInsert(appends: readonly Append[]): QueryArrayConfig {
  return { name: 'append-many', text: MANY, values: columns(appends), rowMode: 'array' };
}

function columns(appends: readonly Append[]): unknown[] {
  const streams: string[] = [];
  const types: string[] = [];
  const numbers: [expected: number[], revision: number[], starts: number[], size: number[], size2: number[]] =
    [[], [], [], [], []];
  const ids: string[] = [];
  const payloads: Uint8Array[] = [];
  let at = 1;
  // The appends are sorted by stream, so that two batches with the same keys cannot deadlock. One batch then
  // waits for the other.
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
  return [
    streams,
    expected,
    revision,
    `{${ids.join(',')}}`,
    types,
    starts,
    size,
    size2,
    Buffer.concat(payloads),
  ];
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
