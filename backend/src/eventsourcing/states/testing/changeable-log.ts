import { randomUUID } from 'node:crypto';
import { endOf } from '../../event-store/end-of.js';
import type {
  EventStore,
  Position,
  ReadStreamOptions,
  StreamEnd,
  UntrustedEvent,
} from '../../event-store/event-store.js';
import { encodeMetadata, parseMetadata } from '../../journal/event-encoding.js';
import { chained, chainedEvent } from '../../journal/testing/chained.js';
import { TEST_KEYS } from '../../trust/testing/test-trust.js';

/**
 * An event log that records which calls it gets. Tests can change its streams directly, without a
 * notification to the reader under test.
 */
export class ChangeableLog implements Pick<EventStore, 'ends' | 'readStream'> {
  readonly streams = new Map<string, UntrustedEvent[]>();
  readonly asked: string[] = [];
  readonly broken = new Set<string>();
  endsFailWith: Error | undefined;
  /** Awaited before each `readStream` returns. */
  held: (() => Promise<void>) | undefined;

  async ends(names: readonly string[]): Promise<ReadonlyMap<string, StreamEnd>> {
    this.asked.push(`ends ${names.length}`);
    if (this.endsFailWith !== undefined) throw this.endsFailWith;
    if (names.some((name) => this.broken.has(name))) throw new Error('damaged');
    return new Map(
      names.flatMap((name) => {
        const last = this.streams.get(name)?.at(-1);
        return last === undefined ? [] : [[name, endOf(last)] as const];
      }),
    );
  }

  async readStream(name: string, { from = 0 }: ReadStreamOptions = {}): Promise<UntrustedEvent[]> {
    this.asked.push(`${name} from ${from}`);
    const found = (this.streams.get(name) ?? []).filter(({ revision }) => revision >= from);
    await this.held?.();
    return found;
  }

  add(stream: string, length: number): void {
    const events = this.streams.get(stream) ?? [];
    const revision = events.length;
    const last = events.at(-1);
    this.streams.set(stream, [...events, line(stream, revision, length, last && parseMetadata(last).hash)]);
  }

  /** Replaces the whole stream with another history. */
  replace(stream: string, lengths: readonly number[]): void {
    this.streams.delete(stream);
    for (const length of lengths) this.add(stream, length);
  }
}

function line(stream: string, revision: number, length: number, previousHash?: string): UntrustedEvent {
  const data = Buffer.from(JSON.stringify({ open: { length } }));
  const event = { format: 2, stream, revision, id: randomUUID(), type: 'LineAdded.v1', data } as const;
  const [first] = chained([event]);
  const made = previousHash === undefined ? first : chainedEvent(event, previousHash);
  const { hash, ...stored } = made as Omit<UntrustedEvent, 'position'> & { hash: string };
  const mac = TEST_KEYS.markOf({ stream, revision, hash });
  const metadata = encodeMetadata({ ...parseMetadata(stored), mac });
  return { ...stored, metadata, position: '' as Position };
}
