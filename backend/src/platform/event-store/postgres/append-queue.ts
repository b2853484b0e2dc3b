import type { Pool } from 'pg';
import { isUnavailable } from '../../postgres/unavailable.js';
import { type AppendResult, EventStoreUnavailable } from '../event-store.js';
import { type Append, type AppendedRow, appendStatement } from './append-statement.js';
import { refusedOrRepeated } from './refused-append.js';
import { asPosition } from './rows.js';

interface Waiting {
  readonly append: Append;
  readonly bytes: number;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Statements under way at once: one gathers while the other waits for the disk. */
const WRITERS = 2;
const MOST_EVENTS = 500;
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Appends that come while others are being written share the next statement and so one commit. Of one stream there is never more than one
 * under way. A statement that fails for a reason of its own is repeated append by append, so that one harms no other.
 */
export class AppendQueue {
  private readonly waiting: Waiting[] = [];
  private readonly busyStreams = new Set<string>();
  private underWay = 0;
  private pumping = false;
  private crowded = false;
  private closed = false;

  constructor(
    private readonly writers: Pool,
    private readonly onAppended: () => void,
  ) {}

  append(append: Append): Promise<AppendResult> {
    if (this.closed) return Promise.reject(new EventStoreUnavailable('the event store is closed'));
    const bytes = append.events.reduce((sum, event) => sum + event.data.length + event.metadata.length, 0);
    return new Promise((resolve, reject) => {
      this.waiting.push({ append, bytes, resolve, reject });
      this.schedule();
    });
  }

  /** Refuses new appends; those under way end by themselves. */
  async close(): Promise<void> {
    this.closed = true;
    while (this.underWay > 0 || this.waiting.length > 0) await new Promise((resolve) => setImmediate(resolve));
  }

  /** A lone caller's append goes out at once. In a crowd the callers that an answer woke get the moment to come back together. */
  private schedule(): void {
    if (this.pumping || this.underWay >= WRITERS) return;
    if (!this.crowded && this.underWay === 0) {
      this.pump();
      return;
    }
    this.pumping = true;
    setImmediate(() => {
      this.pumping = false;
      this.pump();
    });
  }

  private pump(): void {
    while (this.underWay < WRITERS) {
      const batch = this.take();
      if (batch.length === 0) return;
      this.crowded = batch.length > 1 || this.waiting.length > 0;
      this.underWay += 1;
      void this.write(batch).finally(() => {
        this.underWay -= 1;
        for (const { append } of batch) this.busyStreams.delete(append.stream);
        this.schedule();
      });
    }
  }

  private take(): Waiting[] {
    const batch: Waiting[] = [];
    let events = 0;
    let bytes = 0;
    for (let at = 0; at < this.waiting.length; ) {
      const next = this.waiting[at];
      if (next === undefined) break;
      if (this.busyStreams.has(next.append.stream)) {
        at += 1;
        continue;
      }
      if (batch.length > 0 && (events + next.append.events.length > MOST_EVENTS || bytes + next.bytes > MOST_BYTES)) break;
      events += next.append.events.length;
      bytes += next.bytes;
      this.busyStreams.add(next.append.stream);
      batch.push(next);
      this.waiting.splice(at, 1);
    }
    return batch;
  }

  private async write(batch: readonly Waiting[]): Promise<void> {
    try {
      const { rows } = await this.writers.query<AppendedRow>(appendStatement(batch.map((waiting) => waiting.append)));
      await this.settle(batch, rows);
    } catch (error) {
      if (isUnavailable(error)) for (const { reject } of batch) reject(unavailable(error));
      else if (batch.length > 1) for (const waiting of batch) await this.write([waiting]);
      else await this.explain(batch, error);
    }
  }

  private async settle(batch: readonly Waiting[], rows: readonly AppendedRow[]): Promise<void> {
    if (rows.length > 0) this.onAppended();
    const last = new Map<string, AppendedRow>();
    for (const row of rows) last.set(row[0], row);
    const refused: Waiting[] = [];
    for (const waiting of batch) {
      const row = last.get(waiting.append.stream);
      if (row === undefined) refused.push(waiting);
      else waiting.resolve({ revision: row[1], position: asPosition(row[2]), repeated: false });
    }
    await this.explain(refused, undefined);
  }

  private async explain(refused: readonly Waiting[], cause: unknown): Promise<void> {
    for (const { append, resolve, reject } of refused) {
      try {
        resolve(await refusedOrRepeated(this.writers, append, cause));
      } catch (error) {
        reject(isUnavailable(error) ? unavailable(error) : error);
      }
    }
  }
}

export function unavailable(cause: unknown): EventStoreUnavailable {
  return new EventStoreUnavailable(`the event store cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
}
