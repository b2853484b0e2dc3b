import type { Pool } from 'pg';
import {
  type AppendResult,
  EventStoreMoved,
  type ExpectedRevision,
  WrongExpectedRevision,
} from '../event-store.js';
import type { Append } from './append-statement.js';
import { isClosedLog } from './closed-log.js';
import { asPosition } from './rows.js';

/** PostgreSQL's error codes for a conflict with another transaction. */
const CONFLICTS = new Set(['23505', '40P01', '40001']);

/**
 * Finds out why an append inserted nothing. Either the stream contains exactly the append's events already,
 * because an earlier try succeeded, or the stream is at another revision.
 * @returns the result of the earlier try
 * @throws WrongExpectedRevision, EventStoreMoved, or `cause` if neither applies
 */
export async function explainRefusedAppend(
  pool: Pool,
  append: Append,
  cause: unknown,
): Promise<AppendResult> {
  const { stream, expected, events } = append;
  if (isClosedLog(cause)) throw new EventStoreMoved();
  if (cause !== undefined && !CONFLICTS.has(String((cause as { code?: unknown }).code))) throw cause;
  const from = expected === 'no-stream' ? 0 : expected + 1;
  const { rows } = await pool.query<{ revision: number; id: string; position: string }>({
    name: 'refused-append',
    text: `SELECT revision, id, position FROM event_store.events WHERE stream = $1 AND revision >= $2 AND revision < $2 + $3 ORDER BY revision`,
    values: [stream, from, events.length],
  });
  const last = rows.at(-1);
  if (
    last !== undefined &&
    rows.length === events.length &&
    rows.every((row, index) => row.id === events[index]?.id.toLowerCase())
  ) {
    return { revision: last.revision, position: asPosition(last.position), repeated: true };
  }
  throw new WrongExpectedRevision(stream, expected, await actual(pool, stream, expected));
}

/**
 * Returns the stream's revision, or undefined if the stream is at the expected revision after all. In that
 * case one of the event ids is already stored, or the conflicting transaction was rolled back.
 */
async function actual(
  pool: Pool,
  stream: string,
  expected: ExpectedRevision,
): Promise<ExpectedRevision | undefined> {
  const { rows } = await pool.query<{ revision: number }>(
    'SELECT revision FROM event_store.events WHERE stream = $1 ORDER BY revision DESC LIMIT 1',
    [stream],
  );
  const found = rows[0]?.revision ?? 'no-stream';
  return found === expected ? undefined : found;
}
