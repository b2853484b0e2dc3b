import type { Pool } from 'pg';
import { pause } from '../../../platform/async/pause.js';
import { isUnavailable } from '../../../platform/postgres/unavailable.js';
import {
  type AppendResult,
  type EventBytes,
  EventStoreUnavailable,
  type UntrustedEvent,
} from '../event-store.js';
import { type Append, type AppendedRow, first, singleInsert, batchInsert } from './append-statement.js';
import { explainRefusedAppend } from './refused-append.js';
import { asPosition } from './rows.js';
import type { SeenRevisions } from './seen-revisions.js';
import type { WriterConnection } from './writer-connection.js';

interface Waiting {
  readonly append: Append;
  readonly bytes: number;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

type Answer = () => void;

const MOST_EVENTS = 500;
const MOST_BYTES = 4 * 1024 * 1024;
/** Interval in milliseconds at which a closing queue checks whether the remaining appends have ended. */
const CLOSING_POLL_MS = 5;

/** The events that one statement has appended, in the order of their positions. */
export interface Appended {
  readonly positions: readonly number[];
  readonly events: () => readonly UntrustedEvent[];
}

/**
 * Queues appends and writes them in batches. Appends that arrive during a write share the next statement and
 * its commit. A stream never has more than one append under way. If a statement fails although the database
 * is reachable, its appends are repeated one by one, so that a bad append does not harm the others.
 */
export class AppendQueue {
  private readonly waiting: Waiting[] = [];
  private readonly busyStreams = new Set<string>();
  private readonly idle: WriterConnection[];
  private pumping = false;
  private underLoad = false;
  private closed = false;

  /**
   * @param writers database connections, each of which runs one statement at a time. There are two, so that
   * appends can gather for one connection while the other connection waits for the disk.
   */
  constructor(
    private readonly writers: readonly WriterConnection[],
    private readonly readers: Pool,
    private readonly seen: SeenRevisions,
    private readonly onAppended: (appended: Appended) => void,
  ) {
    this.idle = [...writers];
  }

  append(append: Append): Promise<AppendResult> {
    if (this.closed) return Promise.reject(new EventStoreUnavailable('the event store is closed'));
    const bytes = append.events.reduce((sum, event) => sum + event.data.length + event.metadata.length, 0);
    return new Promise((resolve, reject) => {
      this.waiting.push({ append, bytes, resolve, reject });
      this.schedule();
    });
  }

  /** Refuses new appends and waits until the earlier appends have ended. */
  async close(): Promise<void> {
    this.closed = true;
    while (this.idle.length < this.writers.length || this.waiting.length > 0) await pause(CLOSING_POLL_MS);
  }

  /**
   * Sends the append of a lone caller at once. Under load, waits for one turn of the event loop first. In
   * that turn, all callers whose appends were in the last batch can add their next append.
   */
  private schedule(): void {
    if (this.pumping || this.idle.length === 0) return;
    if (!this.underLoad && this.idle.length === this.writers.length) {
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
    for (let writer = this.idle.pop(); writer !== undefined; writer = this.idle.pop()) {
      const batch = this.take();
      if (batch.length === 0) {
        this.idle.push(writer);
        return;
      }
      this.underLoad = batch.length > 1 || this.waiting.length > 0;
      void this.work(writer, batch);
    }
  }

  /**
   * Writes a batch. Frees the writer and the streams before it settles the callers' promises, so that a
   * caller can append again at once.
   */
  private async work(writer: WriterConnection, batch: readonly Waiting[]): Promise<void> {
    const answers = await this.write(writer, batch);
    this.idle.push(writer);
    for (const { append } of batch) this.busyStreams.delete(append.stream);
    for (const answer of answers) answer();
    if (this.waiting.length > 0) this.schedule();
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
      if (
        batch.length > 0 &&
        (events + next.append.events.length > MOST_EVENTS || bytes + next.bytes > MOST_BYTES)
      )
        break;
      events += next.append.events.length;
      bytes += next.bytes;
      this.busyStreams.add(next.append.stream);
      batch.push(next);
      this.waiting.splice(at, 1);
    }
    return batch;
  }

  /** Never rejects. */
  private async write(writer: WriterConnection, batch: readonly Waiting[]): Promise<Answer[]> {
    try {
      const [only] = batch;
      const single = batch.length === 1 && only?.append.events.length === 1 ? only : undefined;
      return await (single === undefined ? this.writeBatch(writer, batch) : this.writeSingle(writer, single));
    } catch (error) {
      if (isUnavailable(error))
        return batch.map(
          ({ reject }) =>
            () =>
              reject(unavailable(error)),
        );
      const answers: Answer[] = [];
      if (batch.length > 1)
        for (const waiting of batch) answers.push(...(await this.write(writer, [waiting])));
      else for (const waiting of batch) answers.push(await this.explained(waiting, error));
      return answers;
    }
  }

  private async writeSingle(writer: WriterConnection, waiting: Waiting): Promise<Answer[]> {
    const { append } = waiting;
    const [event] = append.events;
    if (event === undefined) return [];
    const revision = first(append.expected);
    const certain = revision === 0 || this.seen.has(append.stream, revision - 1);
    const { rows } = await writer.query<AppendedRow>(singleInsert(append, event, certain));
    const position = rows[0]?.[0];
    if (position === undefined) return [await this.explained(waiting, undefined)];
    this.onAppended({
      positions: [Number(position)],
      events: () => [storedEvent(append, event, 0, position)],
    });
    return [this.acknowledged(waiting, revision, position)];
  }

  private async writeBatch(writer: WriterConnection, batch: readonly Waiting[]): Promise<Answer[]> {
    const { rows } = await writer.query<AppendedRow>(batchInsert(batch.map((waiting) => waiting.append)));
    if (rows.length > 0)
      this.onAppended({
        positions: rows.map(([position]) => Number(position)),
        events: () => storedEvents(batch, rows),
      });
    // Rows are ordered by stream and revision. A stream's last row contains the result of its append.
    const last = new Map(rows.map((row) => [row[1], row]));
    const answers: Answer[] = [];
    for (const waiting of batch) {
      const row = last.get(waiting.append.stream);
      answers.push(
        row === undefined
          ? await this.explained(waiting, undefined)
          : this.acknowledged(waiting, row[2] ?? 0, row[0]),
      );
    }
    return answers;
  }

  private acknowledged({ append, resolve }: Waiting, revision: number, position: string): Answer {
    this.seen.note(append.stream, revision);
    return () => resolve({ revision, position: asPosition(position), repeated: false });
  }

  private async explained({ append, resolve, reject }: Waiting, cause: unknown): Promise<Answer> {
    try {
      const result = await explainRefusedAppend(this.readers, append, cause);
      return () => resolve(result);
    } catch (error) {
      const isKnown = error instanceof EventStoreUnavailable || !isUnavailable(error);
      return () => reject(isKnown ? error : unavailable(error));
    }
  }
}

const storedEvent = (
  { stream, expected }: Append,
  event: EventBytes,
  index: number,
  position: string,
): UntrustedEvent => ({
  ...event,
  stream,
  revision: first(expected) + index,
  position: asPosition(position),
});

/**
 * Returns the events that a statement for several appends has stored. A stream that was not at the expected
 * revision has no row in `rows`.
 */
function storedEvents(batch: readonly Waiting[], rows: readonly AppendedRow[]): UntrustedEvent[] {
  const appends = new Map(batch.map(({ append }) => [append.stream, append]));
  return rows.flatMap(([position, stream = '', revision = 0]) => {
    const append = appends.get(stream);
    const index = append === undefined ? 0 : revision - first(append.expected);
    const event = append?.events[index];
    return append === undefined || event === undefined ? [] : [storedEvent(append, event, index, position)];
  });
}

export function unavailable(cause: unknown): EventStoreUnavailable {
  return new EventStoreUnavailable(
    `the event store cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`,
    {
      cause,
    },
  );
}
