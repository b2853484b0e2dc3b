import type { Pool } from 'pg';
import {
  type AppendResult,
  EventStoreMoved,
  type ExpectedRevision,
  WrongExpectedRevision,
} from '../event-store.js';
import { areSameEvents } from '../same-events.js';
import type { Append } from './append-statement.js';
import { isClosedLog } from './closed-log.js';
import { asEvent, COLUMNS, type EventRow } from './rows.js';

/** PostgreSQL's error codes for a conflict with another transaction. */
const CONFLICTS = new Set(['23505', '40P01', '40001']);

/**
 * Finds out why an append inserted nothing. Either the stream contains exactly the append's events already, byte
 * for byte, because an earlier try succeeded, or the stream is at another revision.
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
  const { rows } = await pool.query<EventRow>({
    name: 'refused-append',
    text: `SELECT ${COLUMNS} FROM event_store.events WHERE stream = $1 AND revision >= $2 AND revision < $2 + $3 ORDER BY revision`,
    values: [stream, from, events.length],
    rowMode: 'array',
  });
  const stored = rows.map(asEvent);
  const last = stored.at(-1);
  if (last !== undefined && areSameEvents(stored, events))
    return { revision: last.revision, position: last.position, repeated: true };
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
