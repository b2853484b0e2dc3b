import type { UntrustedEvent } from '../event-store.js';

/**
 * Limits for the events that are kept in memory for subscribers that are up to date: number of events, and
 * number of bytes.
 */
export const TAIL_EVENTS = 2_000;
const TAIL_BYTES = 8 * 1024 * 1024;
/**
 * Share of each limit that is left after the oldest events are dropped. If only one event were dropped at a
 * time, all other events would be copied each time.
 */
const LEFT = 7 / 8;

export interface Page {
  readonly events: readonly UntrustedEvent[];
  /** The page covers everything up to this position. */
  readonly upTo: number;
}

/** Keeps the newest events of a log in memory. The log is complete up to the last of these events. */
export class LogTail {
  private events: UntrustedEvent[] = [];
  private bytes = 0;
  /** All events after this position are in memory. */
  after = 0;

  extend(events: readonly UntrustedEvent[]): void {
    for (const event of events) {
      this.events.push(withOwnBytes(event));
      this.bytes += sizeOf(event);
    }
    if (this.events.length > TAIL_EVENTS || this.bytes > TAIL_BYTES) this.dropOldest();
  }

  /** Drops all events. Events up to `after` are then only in the table. */
  forget(after: number): void {
    this.events = [];
    this.bytes = 0;
    this.after = after;
  }

  private dropOldest(): void {
    let drop = 0;
    for (const oldest of this.events) {
      if (this.events.length - drop <= TAIL_EVENTS * LEFT && this.bytes <= TAIL_BYTES * LEFT) break;
      drop += 1;
      this.bytes -= sizeOf(oldest);
      this.after = Number(oldest.position);
    }
    this.events = this.events.slice(drop);
  }

  /** @param bound position up to which the log is complete */
  page(
    after: number,
    { limit, prefixes, bound }: { limit: number; prefixes: readonly string[] | undefined; bound: number },
  ): Page {
    const found: UntrustedEvent[] = [];
    for (let at = firstAfter(this.events, after); at < this.events.length; at++) {
      const event = this.events[at];
      if (event === undefined || !matches(event.stream, prefixes)) continue;
      found.push(event);
      if (found.length === limit) return { events: found, upTo: Number(event.position) };
    }
    return { events: found, upTo: Math.max(after, bound) };
  }
}

function matches(stream: string, prefixes: readonly string[] | undefined): boolean {
  return prefixes === undefined || prefixes.some((prefix) => stream.startsWith(prefix));
}

/**
 * Copies the event's bytes into a buffer of their own. A small buffer is a slice of a larger buffer and keeps
 * all of the larger buffer alive. The larger buffer takes several times the event's size.
 */
function withOwnBytes(event: UntrustedEvent): UntrustedEvent {
  const { data, metadata } = event;
  const own = Buffer.allocUnsafeSlow(data.length + metadata.length);
  own.set(data);
  own.set(metadata, data.length);
  return { ...event, data: own.subarray(0, data.length), metadata: own.subarray(data.length) };
}

function sizeOf(event: UntrustedEvent): number {
  return event.data.length + event.metadata.length + 200;
}

function firstAfter(events: readonly UntrustedEvent[], after: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Number(events[middle]?.position) > after) high = middle;
    else low = middle + 1;
  }
  return low;
}
