import type { Pool } from 'pg';
import { type Logger, silentLogger } from '../../logger.js';
import { createPool } from '../../postgres/pool.js';
import { isUnavailable } from '../../postgres/unavailable.js';
import type {
  AppendResult,
  EventBytes,
  EventStore,
  ExpectedRevision,
  Position,
  ReadStreamOptions,
  StoredEvent,
  SubscribeOptions,
  Subscription,
} from '../event-store.js';
import { AppendQueue, unavailable } from './append-queue.js';
import { LogReader, type Page } from './log-reader.js';
import { LogSubscription } from './log-subscription.js';
import { asEvent, asNumber, asPosition, COLUMNS, type EventRow } from './rows.js';
import { ensureSchema } from './schema.js';
import { Signals } from './signals.js';

export interface PostgresEventStoreOptions {
  readonly url: string;
  readonly logger?: Logger;
}

/** Appends end within this time or their outcome is unknown. */
const APPEND_TIMEOUT_MS = 10_000;
const ALL = 2_147_483_647;

/** The event store on PostgreSQL, in a schema of its own that is created where missing. @throws EventStoreUnavailable */
export async function createPostgresEventStore({ url, logger = silentLogger }: PostgresEventStoreOptions): Promise<EventStore> {
  // One plan for all appends: planning anew would cost more than the insert.
  const writerUrl = withOptions(url, '-c plan_cache_mode=force_generic_plan');
  const writers = createPool(writerUrl, { max: 3, name: 'siegel event appends', statementTimeoutMs: APPEND_TIMEOUT_MS, logger });
  const readers = createPool(url, { max: 6, name: 'siegel event reads', logger });
  try {
    return new PostgresEventStore(await ensureSchema(readers), writers, readers, { url, logger });
  } catch (error) {
    await Promise.all([writers.end(), readers.end()]);
    throw isUnavailable(error) ? unavailable(error) : error;
  }
}

function withOptions(url: string, options: string): string {
  const changed = new URL(url);
  changed.searchParams.set('options', [changed.searchParams.get('options'), options].filter(Boolean).join(' '));
  return changed.href;
}

class PostgresEventStore implements EventStore {
  private readonly reader: LogReader;
  private readonly signals: Signals;
  private readonly queue: AppendQueue;
  private readonly subscriptions = new Set<LogSubscription>();
  private closing: Promise<void> | undefined;

  constructor(
    private readonly id: string,
    private readonly writers: Pool,
    private readonly readers: Pool,
    { url, logger }: { url: string; logger: Logger },
  ) {
    this.reader = new LogReader(readers);
    this.signals = new Signals(url, () => this.reader.wake(), logger);
    this.queue = new AppendQueue(writers, () => {
      this.reader.wake();
      this.signals.announce();
    });
  }

  storeId(): Promise<string> {
    return Promise.resolve(this.id);
  }

  append(stream: string, expected: ExpectedRevision, events: readonly EventBytes[]): Promise<AppendResult> {
    if (events.length === 0 || stream === '') return Promise.reject(new Error('an append needs a stream and at least one event'));
    return this.queue.append({ stream, expected, events });
  }

  readStream(stream: string, options: ReadStreamOptions = {}): Promise<StoredEvent[]> {
    const backwards = options.direction === 'backwards';
    return answered(async () => {
      const { rows } = await this.readers.query<EventRow>({
        name: backwards ? 'stream-backwards' : 'stream-forwards',
        text: `SELECT ${COLUMNS} FROM event_store.events WHERE stream = $1 AND revision ${backwards ? '<=' : '>='} $2
               ORDER BY revision ${backwards ? 'DESC' : 'ASC'} LIMIT $3`,
        values: [stream, options.from ?? (backwards ? ALL : 0), options.limit ?? ALL],
        rowMode: 'array',
      });
      return rows.map(asEvent);
    });
  }

  async *readAll(options: {
    after: Position | undefined;
    streamPrefixes?: readonly string[];
    batchSize?: number;
  }): AsyncIterable<{ events: readonly StoredEvent[]; position: Position }> {
    let after = asNumber(options.after);
    const end = await answered(() => this.reader.complete());
    const read = (from: number): Promise<Page> =>
      answered(() => this.reader.page(from, options.batchSize ?? 500, options.streamPrefixes));
    while (after < end) {
      const page = await read(after);
      after = page.upTo;
      yield { events: page.events, position: asPosition(page.upTo) };
    }
  }

  subscribe(options: SubscribeOptions): Subscription {
    const subscription = new LogSubscription(this.reader, options);
    this.subscriptions.add(subscription);
    return {
      stop: async () => {
        this.subscriptions.delete(subscription);
        await subscription.stop();
      },
    };
  }

  async head(): Promise<Position | undefined> {
    const last = await this.last();
    return last === null ? undefined : asPosition(last);
  }

  async holds(position: Position): Promise<boolean> {
    if (!/^[1-9]\d{0,15}$/.test(position)) return false;
    return Number(position) <= Number((await this.last()) ?? 0);
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()));
    await this.queue.close();
    this.reader.close();
    await this.signals.close();
    await Promise.all([this.writers.end(), this.readers.end()]);
  }

  private last(): Promise<string | null> {
    return answered(async () => {
      const { rows } = await this.readers.query<{ last: string | null }>('SELECT max(position) AS last FROM event_store.events');
      return rows[0]?.last ?? null;
    });
  }
}

async function answered<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw isUnavailable(error) ? unavailable(error) : error;
  }
}
