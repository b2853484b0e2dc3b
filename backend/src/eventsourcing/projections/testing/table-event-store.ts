import type { Pool } from 'pg';
import type {
  AppendResult,
  EventBytes,
  EventStore,
  ExpectedRevision,
  Position,
  StoredEvent,
  SubscribeOptions,
  Subscription,
} from '../../event-store/event-store.js';
import { WrongExpectedRevision } from '../../event-store/event-store.js';
import { transaction } from '../../../platform/postgres/pool.js';

const POLL_MS = 3;

interface Row {
  position: string;
  stream: string;
  revision: number;
  id: string;
  type: string;
  data: Buffer;
  metadata: Buffer;
}

const eventOf = ({ position, ...row }: Row): StoredEvent => ({ ...row, position: position as Position });

/**
 * The plainest event store that several processes can share: one append at a time, subscribers poll. For the
 * runners' tests.
 */
export class TableEventStore implements EventStore {
  constructor(
    private readonly pool: Pool,
    private readonly id = 'test-store',
  ) {}

  async create(): Promise<this> {
    await this.pool.query(`CREATE TABLE IF NOT EXISTS test_events (
      position bigserial PRIMARY KEY, stream text, revision int, id text, type text, data bytea, metadata bytea, UNIQUE (stream, revision))`);
    return this;
  }

  storeId(): Promise<string> {
    return Promise.resolve(this.id);
  }

  append(stream: string, expected: ExpectedRevision, events: readonly EventBytes[]): Promise<AppendResult> {
    return transaction(this.pool, async (client) => {
      await client.query('LOCK TABLE test_events IN EXCLUSIVE MODE');
      const { rows: last } = await client.query<{ n: number }>(
        'SELECT coalesce(max(revision), -1) AS n FROM test_events WHERE stream = $1',
        [stream],
      );
      const actual = last[0]?.n ?? -1;
      const from = expected === 'no-stream' ? -1 : expected;
      if (from !== actual) throw new WrongExpectedRevision(stream, expected, actual);
      const { rows } = await client.query<{ position: string }>(
        `INSERT INTO test_events (stream, revision, id, type, data, metadata)
         SELECT $1, $2 + n, id, type, convert_to(data, 'UTF8'), convert_to(metadata, 'UTF8')
         FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY AS e(id, type, data, metadata, n) ORDER BY n RETURNING position`,
        [
          stream,
          from,
          events.map((event) => event.id),
          events.map((event) => event.type),
          events.map((event) => Buffer.from(event.data).toString()),
          events.map((event) => Buffer.from(event.metadata).toString()),
        ],
      );
      return { revision: from + events.length, position: rows.at(-1)?.position as Position, repeated: false };
    });
  }

  async readStream(stream: string): Promise<StoredEvent[]> {
    const { rows } = await this.pool.query<Row>(
      'SELECT * FROM test_events WHERE stream = $1 ORDER BY revision',
      [stream],
    );
    return rows.map(eventOf);
  }

  async *readAll(options: {
    after: Position | undefined;
    streamPrefixes?: readonly string[];
    batchSize?: number;
  }): AsyncIterable<{ events: readonly StoredEvent[]; position: Position }> {
    for (let after = options.after ?? '0'; ; ) {
      const { rows } = await this.pool.query<Row>(
        'SELECT * FROM test_events WHERE position > $1 ORDER BY position LIMIT $2',
        [after, options.batchSize ?? 500],
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.position;
      const wanted = rows.filter(
        (row) => options.streamPrefixes?.some((prefix) => row.stream.startsWith(prefix)) ?? true,
      );
      yield { events: wanted.map(eventOf), position: after as Position };
    }
  }

  subscribe(options: SubscribeOptions): Subscription {
    const stopping = new AbortController();
    const run = async (): Promise<void> => {
      let after = options.after;
      while (!stopping.signal.aborted) {
        try {
          for await (const { events, position } of this.readAll({ ...options, after })) {
            if (stopping.signal.aborted) return;
            await options.onBatch(events, position);
            after = position;
          }
          options.onCaughtUp?.();
          await delay(POLL_MS);
        } catch (error) {
          options.onFault?.(error);
          await delay(POLL_MS * 10);
        }
      }
    };
    const running = run();
    return {
      stop: () => {
        stopping.abort();
        return running;
      },
    };
  }

  async head(): Promise<Position | undefined> {
    const { rows } = await this.pool.query<{ n: string | null }>(
      'SELECT max(position) AS n FROM test_events',
    );
    return (rows[0]?.n ?? undefined) as Position | undefined;
  }

  async holds(position: Position): Promise<boolean> {
    return BigInt(position) <= BigInt((await this.head()) ?? '0');
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
