import { randomUUID } from 'node:crypto';
import { endOf } from '../../event-store/end-of.js';
import { areSameEvents } from '../../event-store/same-events.js';
import {
  type AppendResult,
  type EventBytes,
  type EventStore,
  type ExpectedRevision,
  type NewestOptions,
  type Position,
  type ReadStreamOptions,
  SIGN_OF_LIFE_MS,
  type UntrustedEvent,
  type StreamEnd,
  type SubscribeOptions,
  type Subscription,
  WrongExpectedRevision,
} from '../../event-store/event-store.js';

type ReadAllOptions = Parameters<EventStore['readAll']>[0];

const RETRY_MS = 10;

/** An event store in memory, for tests. Its events are lost when the process ends. */
export class MemoryEventStore implements EventStore {
  private readonly log: UntrustedEvent[] = [];
  private readonly id = randomUUID();
  private readonly wakers = new Set<() => void>();

  storeId(): Promise<string> {
    return Promise.resolve(this.id);
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventBytes[],
  ): Promise<AppendResult> {
    await Promise.resolve();
    const own = this.log.filter((event) => event.stream === stream);
    const last = own.at(-1);
    const from = expected === 'no-stream' ? 0 : expected + 1;
    const held = own[from + events.length - 1];
    if (held !== undefined && areSameEvents(own.slice(from, from + events.length), events)) {
      return { revision: held.revision, position: held.position, repeated: true };
    }
    const known = events.some(({ id }) => this.log.some((event) => event.id === id));
    if (own.length !== from || known)
      throw new WrongExpectedRevision(stream, expected, last?.revision ?? 'no-stream');
    for (const [index, event] of events.entries()) {
      const position = `memory-${this.log.length}` as Position;
      // The event is copied, so that the log does not change if the caller changes its buffers later.
      const bytes = {
        id: event.id,
        type: event.type,
        data: Buffer.from(event.data),
        metadata: Buffer.from(event.metadata),
      };
      this.log.push({ ...bytes, stream, revision: from + index, position });
    }
    for (const wake of this.wakers) wake();
    return {
      revision: from + events.length - 1,
      position: this.log.at(-1)?.position ?? ('memory-none' as Position),
      repeated: false,
    };
  }

  async readStream(stream: string, options: ReadStreamOptions = {}): Promise<UntrustedEvent[]> {
    await Promise.resolve();
    const { direction = 'forwards', from, limit = Number.POSITIVE_INFINITY } = options;
    const own = this.log.filter((event) => event.stream === stream);
    const chosen =
      direction === 'forwards'
        ? own.filter((event) => event.revision >= (from ?? 0))
        : own.filter((event) => event.revision <= (from ?? own.length)).toReversed();
    return chosen.slice(0, limit);
  }

  async ends(streams: readonly string[]): Promise<ReadonlyMap<string, StreamEnd>> {
    await Promise.resolve();
    const found = streams.map((stream) => this.log.findLast((event) => event.stream === stream));
    return new Map(found.flatMap((last) => (last === undefined ? [] : [[last.stream, endOf(last)]])));
  }

  async *readAll(
    options: ReadAllOptions,
  ): AsyncIterable<{ events: readonly UntrustedEvent[]; position: Position }> {
    const { batchSize = 500, streamPrefixes } = options;
    const end = this.log.length;
    for (let next = this.indexAfter(options.after); next < end; ) {
      await Promise.resolve();
      const batch = this.log.slice(next, Math.min(next + batchSize, end));
      const last = batch.at(-1);
      if (last === undefined) return;
      next += batch.length;
      const wanted = (event: UntrustedEvent): boolean =>
        streamPrefixes?.some((prefix) => event.stream.startsWith(prefix)) ?? true;
      yield { events: batch.filter(wanted), position: last.position };
    }
  }

  newest({ streamPrefixes, limit }: NewestOptions): Promise<UntrustedEvent[]> {
    const own = this.log.filter(({ stream }) => streamPrefixes.some((prefix) => stream.startsWith(prefix)));
    return Promise.resolve(own.toReversed().slice(0, limit));
  }

  async *misplaced(): AsyncIterable<readonly UntrustedEvent[]> {
    yield* [];
  }

  subscribe(options: SubscribeOptions): Subscription {
    const stopping = new AbortController();
    let wake: () => void = () => {};
    const follow = async (): Promise<void> => {
      let after = options.after;
      while (!stopping.signal.aborted) {
        const more = new Promise<void>((resolve) => {
          wake = resolve;
          this.wakers.add(resolve);
        });
        const woken = wake;
        after = await this.deliver({ ...options, after }, () => !stopping.signal.aborted);
        if (!stopping.signal.aborted) {
          options.onCaughtUp?.();
          const signs = setInterval(() => options.onSignOfLife?.(), SIGN_OF_LIFE_MS);
          if (this.indexAfter(after) >= this.log.length) await more;
          clearInterval(signs);
        }
        this.wakers.delete(woken);
      }
    };
    const followed = follow();
    return {
      stop: async () => {
        stopping.abort();
        wake();
        await followed;
      },
    };
  }

  head(): Promise<Position | undefined> {
    return Promise.resolve(this.log.at(-1)?.position);
  }

  holds(position: Position): Promise<boolean> {
    return Promise.resolve(this.log.some((event) => event.position === position));
  }

  isBefore(one: Position, other: Position): boolean {
    return this.indexAfter(one) < this.indexAfter(other);
  }

  check(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private async deliver(options: SubscribeOptions, running: () => boolean): Promise<Position | undefined> {
    let after = options.after;
    for await (const { events, position } of this.readAll(options)) {
      for (let done = false; !done && running(); ) {
        try {
          await options.onBatch(events, position);
          done = true;
          after = position;
        } catch (error) {
          options.onFault?.(error);
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        }
      }
      if (!running()) return after;
    }
    return after;
  }

  private indexAfter(position: Position | undefined): number {
    return position === undefined ? 0 : this.log.findIndex((event) => event.position === position) + 1;
  }
}
