import { v7 } from 'uuid';
import {
  type EventBytes,
  type EventStore,
  EventStoreUnavailable,
  type Position,
  type UntrustedEvent,
} from '../event-store.js';

const text = new TextEncoder();

/** The trouble in which the store does not respond until the trouble ends. */
export const GONE = 'is gone';

export function event(label: string, type = 'Noted.v1'): EventBytes {
  return {
    id: v7(),
    type,
    data: text.encode(JSON.stringify({ label })),
    metadata: text.encode('{"by":"test"}'),
  };
}

export const events = (count: number, label: string): EventBytes[] =>
  Array.from({ length: count }, (_, n) => event(`${label}${n}`));

export function labelOf(stored: UntrustedEvent): string {
  return (JSON.parse(Buffer.from(stored.data).toString('utf8')) as { label: string }).label;
}

export async function readEverything(
  store: EventStore,
  options: { after?: Position; streamPrefixes?: readonly string[]; batchSize?: number } = {},
): Promise<UntrustedEvent[]> {
  const found: UntrustedEvent[] = [];
  for await (const batch of store.readAll({ ...options, after: options.after })) found.push(...batch.events);
  return found;
}

/**
 * Appends the n-th event of a stream, and repeats the append with the same bytes until the store acknowledges
 * it.
 */
export async function retried(
  store: EventStore,
  stream: string,
  n: number,
  onFailure?: () => void,
): Promise<void> {
  const one = [event(`${stream}/${n}`)];
  for (;;) {
    try {
      await store.append(stream, n === 0 ? 'no-stream' : n - 1, one);
      return;
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
      onFailure?.();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

/** Appends `count` events to the stream, one after another, with short delays of different lengths. */
export async function write(store: EventStore, stream: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await store.append(stream, n === 0 ? 'no-stream' : n - 1, [event(`${stream}/${n}`)]);
    if (n % 3 === 0) await new Promise((resolve) => setTimeout(resolve, (n * 7) % 11));
  }
}
