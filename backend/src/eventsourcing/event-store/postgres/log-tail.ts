import type { StoredEvent } from '../event-store.js';

/** What is kept in memory for subscribers that are up to date. */
export const TAIL_EVENTS = 2_000;
const TAIL_BYTES = 8 * 1024 * 1024;

export interface Page {
  readonly events: readonly StoredEvent[];
  /** All up to here is seen. */
  readonly upTo: number;
}

/** The newest events of a log that is complete up to the last of them. */
export class LogTail {
  private events: StoredEvent[] = [];
  private bytes = 0;
  /** What lies behind this position is here. */
  after = 0;

  extend(events: readonly StoredEvent[]): void {
    this.events.push(...events);
    for (const event of events) this.bytes += sizeOf(event);
    let drop = 0;
    for (let oldest = this.events[0]; oldest !== undefined; oldest = this.events[++drop]) {
      if (this.events.length - drop <= TAIL_EVENTS && this.bytes <= TAIL_BYTES) break;
      this.bytes -= sizeOf(oldest);
      this.after = Number(oldest.position);
    }
    if (drop > 0) this.events = this.events.slice(drop);
  }

  /** What lies up to here is in the table alone. */
  forget(after: number): void {
    this.events = [];
    this.bytes = 0;
    this.after = after;
  }

  /** @param bound the log is complete up to here */
  page(
    after: number,
    { limit, prefixes, bound }: { limit: number; prefixes: readonly string[] | undefined; bound: number },
  ): Page {
    const found: StoredEvent[] = [];
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

function sizeOf(event: StoredEvent): number {
  return event.data.length + event.metadata.length + 200;
}

function firstAfter(events: readonly StoredEvent[], after: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Number(events[middle]?.position) > after) high = middle;
    else low = middle + 1;
  }
  return low;
}
