import type { Pool } from 'pg';
import type { EventStore, UntrustedEvent } from '../event-store.js';
import { answered } from './answered.js';
import { LAST_ISSUED } from './log-end.js';
import { asEvent, COLUMNS, type EventRow } from './rows.js';

/**
 * Rows at positions that the sequence has not issued, from the position `$1` on. Each range is a query of its own,
 * because the index then finds its rows at once. An append under way is not found: the sequence issues a position
 * before its row is committed. Rows without a position exist only if somebody changed the table.
 */
const RANGES = [
  { where: 'position < 1 AND position >= $1', from: -(2n ** 63n) },
  { where: `position > ${LAST_ISSUED} AND position >= $1`, from: 1n },
  { where: 'position IS NULL AND $1::bigint IS NOT NULL', from: 1n, isWhole: true },
];
/** The highest position that the column can have. */
const HIGHEST = 2n ** 63n - 1n;

/** Yields the rows of these streams that have no place in the order of the log. @throws EventStoreUnavailable */
export async function* misplacedEvents(
  readers: Pool,
  { streamPrefixes, batchSize = 500 }: Parameters<EventStore['misplaced']>[0],
): AsyncGenerator<readonly UntrustedEvent[]> {
  const own = streamPrefixes.map((_, n) => `starts_with(stream, $${n + 3})`).join(' OR ');
  for (const { where, from, isWhole = false } of RANGES) {
    const text = `SELECT ${COLUMNS} FROM event_store.events WHERE ${where} AND (${own || 'false'}) ORDER BY position LIMIT $2`;
    const pageFrom = async (position: bigint): Promise<readonly EventRow[]> => {
      const values = [position.toString(), batchSize, ...streamPrefixes];
      return (await readers.query<EventRow>({ text, values, rowMode: 'array' })).rows;
    };
    for (let at = from; at <= HIGHEST; ) {
      const start = at;
      const rows = await answered(() => pageFrom(start));
      if (rows.length > 0) yield rows.map(asEvent);
      if (rows.length < batchSize || isWhole) break;
      at = BigInt(rows.at(-1)?.[0] ?? HIGHEST) + 1n;
    }
  }
}
