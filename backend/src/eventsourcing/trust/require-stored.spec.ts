import { metadataOf } from '../journal/chain.js';
import { MemoryEventStore } from '../journal/testing/memory-event-store.js';
import type { EventBytes, UntrustedEvent } from '../event-store/event-store.js';
import { requireStored } from './require-stored.js';
import { StreamUntrusted } from './stream-untrusted.js';
import { marked } from './testing/marked.js';
import { trustOn } from './testing/test-trust.js';

const STREAM = 'note-1';
const branch = (name: string): readonly EventBytes[] =>
  marked(
    [0, 1].map((revision) => ({
      stream: STREAM,
      revision,
      id: `${name}-${revision}`,
      type: 'Noted.v1',
      data: Buffer.from(JSON.stringify({ open: { name } })),
    })),
  );
const written = branch('one');
const hashIn = (events: readonly EventBytes[]): string =>
  metadataOf({ ...events[1], stream: STREAM, revision: 1 } as UntrustedEvent)?.hash ?? '';
const act = { stream: STREAM, revision: 1, hash: hashIn(written) };

async function storeOf(events: readonly EventBytes[]): Promise<MemoryEventStore> {
  const store = new MemoryEventStore();
  await store.append(STREAM, 'no-stream', events);
  return store;
}

describe('an event that was recorded', () => {
  it('is read back by its place', async () => {
    await requireStored(trustOn(await storeOf(written)), act);
  });

  it('that is not there, or is another one, closes its stream', async () => {
    const altered = [written[0], { ...written[1], data: Buffer.from('{}') }] as readonly EventBytes[];
    for (const [events, fault] of [
      [written.slice(0, 1), 'missing'],
      [altered, 'missing'],
      [branch('two'), 'forked'],
    ] as const) {
      const trust = trustOn(await storeOf(events));
      await expect(requireStored(trust, act)).rejects.toThrow(StreamUntrusted);
      expect(trust.closed.placeIn(STREAM)).toEqual({ revision: 1, fault });
    }
  });

  it('may come late from a server that is behind', async () => {
    const [behind, whole] = [await storeOf(written.slice(0, 1)), await storeOf(written)];
    let reads = 0;
    const store = Object.assign(Object.create(whole) as MemoryEventStore, {
      readStream: (...args: Parameters<MemoryEventStore['readStream']>) => {
        reads += 1;
        return (reads === 1 ? behind : whole).readStream(...args);
      },
    });
    await requireStored(trustOn(store), act);
    expect(reads).toBe(2);
  });
});
