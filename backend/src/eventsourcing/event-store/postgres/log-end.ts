import type { Pool } from 'pg';
import { OperatorError } from '../../../platform/errors/operator-error.js';

const SEQUENCE = `'event_store.events_position_seq'`;

/**
 * SQL expression for the last position that the sequence has issued. A row behind it has no place in the log's
 * order (`EventStore.misplaced`): later events get lower positions. A role that may read the tables only gets the
 * highest number, and then sees such a row at the end of the log.
 */
export const LAST_ISSUED = `(SELECT CASE WHEN has_sequence_privilege(${SEQUENCE}, 'SELECT, USAGE')
  THEN coalesce(pg_sequence_last_value(${SEQUENCE}::regclass), 0) ELSE 9223372036854775807 END)`;

/** SQL expression for the position of the newest event in the order of the log; NULL for an empty log. */
export const NEWEST = `(SELECT max(e.position) FROM event_store.events e WHERE e.position <= ${LAST_ISSUED})`;

/** Thrown if the sequence is behind a position that this process has read. */
export class SequenceSetBack extends OperatorError {
  constructor(issued: number, read: number) {
    super(
      `The sequence event_store.events_position_seq is at ${issued}, but this backend has read the log up to position ${read}. Somebody set the sequence back, or replaced the database by an older one. So new events get positions that are read already, and no subscription meets them. Stop all backends, see what siegel verify:log says, and restore the database if events are missing. Then set the sequence to the highest position of the table event_store.events, and start again.`,
    );
    this.name = 'SequenceSetBack';
  }
}

/** @throws SequenceSetBack */
export function requireIssued(issued: number, read: number): void {
  if (issued < read) throw new SequenceSetBack(issued, read);
}

/**
 * Returns a text that changes whenever an event was added to the end of the log. Takes no lock.
 * @param read position up to which this process has read the log
 * @throws SequenceSetBack
 */
export async function readEnd(pool: Pool, read: number): Promise<string> {
  const { rows } = await pool.query<{ issued: string; newest: string | null }>(
    `SELECT ${LAST_ISSUED} AS issued, ${NEWEST} AS newest`,
  );
  const { issued = '', newest = null } = rows[0] ?? {};
  requireIssued(Number(issued), read);
  return endAt(issued, newest);
}

/** Returns the text of `readEnd` for these positions. */
export const endAt = (issued: number | string, newest: number | string | null): string =>
  `${issued} ${newest}`;
