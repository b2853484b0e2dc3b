import type { Pool } from 'pg';
import { OperatorError } from '../../../platform/errors/operator-error.js';
import { createPool } from '../../../platform/postgres/pool.js';
import { sessionName } from '../../../platform/postgres/session-name.js';
import type {
  EventStore,
  InspectedLog,
  NewestOptions,
  Position,
  ReadStreamOptions,
  UntrustedEvent,
  StreamEnd,
} from '../event-store.js';
import { answered, asUnavailable } from './answered.js';
import { NEWEST } from './log-end.js';
import { LogReader } from './log-reader.js';
import { misplacedEvents } from './misplaced-events.js';
import { asEvent, asNumber, asPosition, COLUMNS, type EventRow, isBefore } from './rows.js';
import { EVENT_STORE_ID_TABLE } from './schema.js';

const ALL = 2_147_483_647;

export function readStream(
  readers: Pool,
  stream: string,
  options: ReadStreamOptions = {},
): Promise<UntrustedEvent[]> {
  const backwards = options.direction === 'backwards';
  return answered(async () => {
    const { rows } = await readers.query<EventRow>({
      name: backwards ? 'stream-backwards' : 'stream-forwards',
      text: `SELECT ${COLUMNS} FROM event_store.events WHERE stream = $1 AND revision ${backwards ? '<=' : '>='} $2
             ORDER BY revision ${backwards ? 'DESC' : 'ASC'} LIMIT $3`,
      values: [stream, options.from ?? (backwards ? ALL : 0), options.limit ?? ALL],
      rowMode: 'array',
    });
    return rows.map(asEvent);
  });
}

/**
 * `ENDS` looks up each stream once in the index of revisions. `END` does this for a single stream at half the
 * cost.
 */
const ENDS = `SELECT asked.stream, last.revision, encode(sha256(last.metadata), 'hex') FROM unnest($1::text[]) AS asked (stream)
  CROSS JOIN LATERAL (SELECT revision, metadata FROM event_store.events
    WHERE stream = asked.stream COLLATE "C" ORDER BY revision DESC LIMIT 1) last`;
const END = `SELECT stream, revision, encode(sha256(metadata), 'hex') FROM event_store.events
  WHERE stream = $1 ORDER BY revision DESC LIMIT 1`;

type EndRow = [stream: string, revision: number, metadataHash: string];

/**
 * Reads the end of each stream, with one statement for all streams. Every read of an agreement waits for this
 * function, so the function does as little as possible.
 */
export async function streamEnds(
  readers: Pool,
  streams: readonly string[],
): Promise<ReadonlyMap<string, StreamEnd>> {
  const ends = new Map<string, StreamEnd>();
  if (streams.length === 0) return ends;
  try {
    const { rows } = await readers.query<EndRow>({
      ...(streams.length === 1
        ? { name: 'stream-end', text: END, values: [streams[0]] }
        : { name: 'stream-ends', text: ENDS, values: [streams] }),
      rowMode: 'array',
    });
    for (const [stream, revision, metadataHash] of rows) ends.set(stream, { revision, metadataHash });
    return ends;
  } catch (error) {
    throw asUnavailable(error);
  }
}

/**
 * Yields the events after a position in batches, up to the end that the log has when the first batch is
 * requested.
 */
export async function* readLog(
  reader: LogReader,
  { after, streamPrefixes, batchSize = 500, withoutData }: Parameters<EventStore['readAll']>[0],
): AsyncGenerator<{ events: readonly UntrustedEvent[]; position: Position }> {
  let from = asNumber(after);
  const end = await answered(() => reader.complete());
  while (from < end) {
    const page = await answered(() =>
      reader.page(from, { limit: batchSize, prefixes: streamPrefixes, withoutData }),
    );
    from = page.upTo;
    yield { events: page.events, position: asPosition(page.upTo) };
  }
}

/** Reads the newest events of these streams. */
export const newestEvents = (
  readers: Pool,
  { streamPrefixes, limit }: NewestOptions,
): Promise<UntrustedEvent[]> =>
  answered(async () => {
    const own = streamPrefixes.map((_, n) => `starts_with(stream, $${n + 2})`).join(' OR ');
    const { rows } = await readers.query<EventRow>({
      text: `SELECT ${COLUMNS} FROM event_store.events WHERE ${own || 'false'} ORDER BY position DESC LIMIT $1`,
      values: [limit, ...streamPrefixes],
      rowMode: 'array',
    });
    return rows.map(asEvent);
  });

/** Returns the position of the newest event; null for an empty log. @throws EventStoreUnavailable */
export const lastPosition = (readers: Pool): Promise<string | null> =>
  answered(async () => {
    const { rows } = await readers.query<{ last: string | null }>(`SELECT ${NEWEST} AS last`);
    return rows[0]?.last ?? null;
  });

export const positionOf = (last: string | null): Position | undefined =>
  last === null ? undefined : asPosition(last);

/** True if this log can have issued the position, and the position is not past the log's end. */
export const isHeld = (position: Position, last: string | null): boolean =>
  /^[1-9]\d{0,15}$/.test(position) && Number(position) <= Number(last ?? 0);

async function storedId(readers: Pool): Promise<string | undefined> {
  const { rows } = await readers.query<{ id: string }>(`SELECT id FROM ${EVENT_STORE_ID_TABLE}`);
  return rows[0]?.id;
}

export interface PostgresLogOptions {
  readonly url: string;
  readonly connectWithinMs?: number | undefined;
  /** When this signal aborts, the connection is cut. */
  readonly cut?: AbortSignal | undefined;
}

/**
 * Opens the log on one connection.
 * @throws EventStoreUnavailable
 * @throws OperatorError if there is no log in this database
 */
export async function openPostgresLog({
  url,
  connectWithinMs,
  cut,
}: PostgresLogOptions): Promise<InspectedLog> {
  // The log has its own controller, because `cut` outlives the log and must not keep a closed log referenced.
  const cutting = new AbortController();
  const cutNow = (): void => cutting.abort();
  cut?.addEventListener('abort', cutNow, { once: true });
  const name = sessionName('event checks');
  const readers = createPool(url, { max: 1, name, connectWithinMs, cut: cutting.signal });
  const end = async (): Promise<void> => {
    cut?.removeEventListener('abort', cutNow);
    await readers.end();
  };
  try {
    await answered(() => requireLog(readers));
  } catch (error) {
    await end();
    throw error;
  }
  const reader = new LogReader(readers);
  return {
    readStream: (stream, options) => readStream(readers, stream, options),
    readAll: (options) => readLog(reader, options),
    newest: (options) => newestEvents(readers, options),
    misplaced: (options) => misplacedEvents(readers, options),
    head: async () => positionOf(await lastPosition(readers)),
    holds: async (position) => isHeld(position, await lastPosition(readers)),
    isBefore,
    storeId: () => answered(() => storedId(readers)),
    server: 'PostgreSQL',
    close: async () => {
      reader.close();
      await end();
    },
  };
}

async function requireLog(readers: Pool): Promise<void> {
  const { rows } = await readers.query<{ there: boolean }>(
    `SELECT to_regclass('event_store.events') IS NOT NULL AS there`,
  );
  if (rows[0]?.there !== true)
    throw new OperatorError(
      'This database holds no event log: no backend has ever been started on it. Is DATABASE_URL right?',
    );
}
