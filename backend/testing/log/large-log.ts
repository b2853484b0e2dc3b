import type { Pool } from 'pg';
import type { ProtocolServer } from '#src/eventsourcing/event-store/eventstoredb/testing/protocol-server';
import { createPostgresEventStore } from '#src/eventsourcing/event-store/postgres/postgres-event-store';
import { acceptUnmarked } from '#src/eventsourcing/event-store/postgres/marked-events';
import type { EventBytes } from '#src/eventsourcing/event-store/event-store';
import { NO_HASH } from '#src/eventsourcing/journal/chain';
import { encodeMetadata, parseMetadata } from '#src/eventsourcing/journal/event-encoding';
import { chainedEvent } from '#src/eventsourcing/journal/testing/chained';
import { TEST_KEYS } from '#src/eventsourcing/trust/testing/test-trust';
import { ndaStream } from '#src/nda/nda.events';

/** Set by the environment variable TEST_LARGE_LOG (jest/run-settings.cjs). */
declare global {
  var TEST_LARGE_LOG: string | undefined;
}

/** Number of events that a large log had before it lost two of them. */
export const LARGE_LOG_EVENTS = Number(globalThis.TEST_LARGE_LOG ?? 1_000_000);

/** Events of each stream. */
const EACH = 10;
/** Number of streams that grow at the same time, so that the events of one stream are not in succession. */
const AT_ONCE = 100;
/** Number of events that are written at once. */
const PAGE = EACH * AT_ONCE;
/** Revision of a lost event. One later event of its stream is left. */
export const LOST_AT = EACH - 2;
const DATA = Buffer.from(JSON.stringify({ open: { note: 'x'.repeat(200) } }));

/** How an event was written: in format 1 or 2 by a version without APPEND_KEY, or with a MAC. */
type Writing = 1 | 2 | 'marked';

export interface LargeEvent extends EventBytes {
  readonly stream: string;
  readonly revision: number;
}

const numbered = (n: number, first: string): string =>
  `${first}-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const streamNumber = (n: number): string => ndaStream(numbered(n, '01930000'));

/** Returns the next event of a stream, and its hash. */
function eventAfter(
  { stream, revision, previousHash }: { stream: string; revision: number; previousHash: string },
  id: string,
  writing: Writing,
): { event: LargeEvent; hash: string } {
  const format = writing === 'marked' ? 2 : writing;
  const unchained = { format, stream, revision, id, type: 'LegalHoldSet.v1', data: DATA } as const;
  const { hash, ...event } = chainedEvent(unchained, previousHash);
  if (writing !== 'marked') return { event, hash };
  const mac = TEST_KEYS.markOf({ stream, revision, hash });
  return { event: { ...event, metadata: encodeMetadata({ ...parseMetadata(event), mac }) }, hash };
}

/**
 * Yields the events of a large log in log order, page by page. The first half is from before MACs, in both
 * formats. The second half has MACs.
 */
export function* largeLog(events: number): Generator<readonly LargeEvent[]> {
  for (let from = 0; from < events; from += PAGE) {
    const page: LargeEvent[] = [];
    const hashes = Array.from({ length: AT_ONCE }, () => NO_HASH);
    for (let n = 0; n < PAGE; n += 1) {
      const [at, revision] = [n % AT_ONCE, Math.floor(n / AT_ONCE)];
      const writing = from * 2 >= events ? 'marked' : at % 2 === 0 ? 1 : 2;
      const place = { stream: streamOf(from, at), revision, previousHash: hashes[at] ?? NO_HASH };
      const { event, hash } = eventAfter(place, numbered(from + n, '01940000'), writing);
      hashes[at] = hash;
      page.push(event);
    }
    yield page;
  }
}

const streamOf = (from: number, at: number): string => streamNumber((from / PAGE) * AT_ONCE + at);

/**
 * Returns an event as somebody without a key makes it: the right next event of its stream, in the format from
 * before MACs.
 * @param last the last event of a stream
 */
export function forgedNext(last: Pick<LargeEvent, 'stream' | 'revision' | 'metadata'>): LargeEvent {
  const { stream, revision } = last;
  const place = { stream, revision: revision + 1, previousHash: parseMetadata(last).hash };
  return eventAfter(place, numbered(0, '01950000'), 2).event;
}

/** A store with a large log. */
export interface LargeLogStore {
  readonly env: Readonly<Record<string, string>>;
  append(page: readonly LargeEvent[]): Promise<void>;
  remove(stream: string, revision: number): Promise<void>;
  /** Writes an event behind the last event of its stream, in the midst of the log. */
  forge(stream: string): Promise<LargeEvent>;
  stop(): Promise<void>;
}

/** Leaves a position free behind each page, so that an event can be put there. */
export async function largeLogInPostgres(url: string, pool: Pool): Promise<LargeLogStore> {
  const store = await createPostgresEventStore({ url });
  await store.close();
  await acceptUnmarked(pool);
  let next = 1;
  const insert = (page: readonly LargeEvent[], from: number): Promise<unknown> =>
    pool.query(
      `INSERT INTO event_store.events (position, stream, revision, id, type, data, metadata)
       SELECT $1::bigint + n - 1, stream, revision, id, 'LegalHoldSet.v1', data, metadata
       FROM unnest($2::text[], $3::int[], $4::uuid[], $5::bytea[], $6::bytea[]) WITH ORDINALITY
         AS event(stream, revision, id, data, metadata, n)`,
      [
        from,
        page.map(({ stream }) => stream),
        page.map(({ revision }) => revision),
        page.map(({ id }) => id),
        page.map(({ data }) => data),
        page.map(({ metadata }) => metadata),
      ],
    );
  return {
    env: {},
    append: async (page) => {
      await insert(page, next);
      next += page.length + 1;
      await pool.query("SELECT setval('event_store.events_position_seq', $1)", [next]);
    },
    remove: async (stream, revision) => {
      await pool.query('DELETE FROM event_store.events WHERE stream = $1 AND revision = $2', [
        stream,
        revision,
      ]);
    },
    forge: async (stream) => {
      const { rows } = await pool.query<{ position: string; revision: number; metadata: Buffer }>(
        'SELECT position, revision, metadata FROM event_store.events WHERE stream = $1 ORDER BY revision DESC LIMIT 1',
        [stream],
      );
      const [last] = rows;
      if (last === undefined) throw new Error(`there is no ${stream}`);
      const forged = forgedNext({ ...last, stream });
      // The next free position is that behind the page of the stream.
      await insert([forged], Math.ceil(Number(last.position) / (PAGE + 1)) * (PAGE + 1));
      return forged;
    },
    stop: () => Promise.resolve(),
  };
}

export function largeLogOnServer(server: ProtocolServer): LargeLogStore {
  const { log } = server;
  return {
    env: { EVENT_STORE_URL: server.url },
    append: async (page) => {
      for (const { stream, revision, id, type, data, metadata } of page)
        log.append(stream, revision === 0 ? 'no-stream' : revision - 1, [
          { id, type, data, metadata, contentType: 'application/json' },
        ]);
    },
    remove: async (stream, revision) => {
      log.remove(new Set(log.stream(stream).filter((event) => event.revision === revision)));
    },
    forge: async (stream) => {
      const last = log.stream(stream).at(-1);
      if (last === undefined) throw new Error(`there is no ${stream}`);
      const forged = forgedNext(last);
      log.put({ ...last, ...forged, position: last.position + 1 });
      return forged;
    },
    stop: () => server.stop(),
  };
}
