import { MemoryEventStore } from './testing/memory-event-store.js';
import type { StoredEvent } from '../event-store/event-store.js';
import { hashEvent, NO_HASH, verifyChain } from './chain.js';
import { encodeCore, encodeData, encodeMetadata, parseMetadata, text } from './event-encoding.js';

const STREAM = 'note-1';

async function history(length = 4, stream = STREAM): Promise<StoredEvent[]> {
  const store = new MemoryEventStore();
  let previousHash = NO_HASH;
  for (let revision = 0; revision < length; revision += 1) {
    const [id, type] = [`id-${revision}`, 'Noted.v1'];
    const core = encodeCore({
      format: 1,
      at: '2026-11-12T10:00:00.000Z',
      actor: 'party1',
      commandId: 'c',
      correlationId: 'k',
      causedBy: null,
    });
    const data = encodeData({ open: { revision }, sealed: 'AQID', keyId: 'key', commitment: 'ff' });
    const hash = hashEvent({ stream, revision, id, type, core, data, previousHash });
    await store.append(stream, revision === 0 ? 'no-stream' : revision - 1, [
      { id, type, data, metadata: encodeMetadata({ core, previousHash, hash }) },
    ]);
    previousHash = hash;
  }
  return store.readStream(stream);
}

const replaced = (events: readonly StoredEvent[], at: number, change: Partial<StoredEvent>): StoredEvent[] =>
  events.map((event, index) => (index === at ? { ...event, ...change } : event));

const swap = (bytes: Uint8Array, from: string, to: string): Buffer =>
  Buffer.from(text(bytes).replace(from, to));

describe('the hash chain of a stream', () => {
  it('is intact as written, and whole up to any event', async () => {
    const events = await history();
    expect(verifyChain(events)).toEqual({
      intact: true,
      events: 4,
      hash: parseMetadata(events[3] as StoredEvent).hash,
    });
    expect(verifyChain(events.slice(0, 2))).toMatchObject({ intact: true, events: 2 });
    expect(verifyChain([])).toEqual({ intact: true, events: 0, hash: NO_HASH });
  });

  it('does not depend on where the store keeps an event', async () => {
    const events = await history();
    expect(
      verifyChain(events.map((event) => ({ ...event, position: 'elsewhere' as StoredEvent['position'] }))),
    ).toMatchObject({
      intact: true,
    });
  });

  it.each<[string, (event: StoredEvent) => Partial<StoredEvent>, string]>([
    ['id', () => ({ id: 'id-x' }), 'hash'],
    ['type', () => ({ type: 'Noted.v2' }), 'hash'],
    ['open part', (event) => ({ data: swap(event.data, '"revision":2', '"revision":7') }), 'hash'],
    ['blob', (event) => ({ data: swap(event.data, 'AQID', 'AQIE') }), 'hash'],
    ['commitment', (event) => ({ data: swap(event.data, '"ff"', '"fe"') }), 'hash'],
    ['spelling of the data', (event) => ({ data: swap(event.data, '{"open"', '{ "open"') }), 'hash'],
    ['time', (event) => ({ metadata: swap(event.metadata, '10:00', '11:00') }), 'hash'],
    ['actor', (event) => ({ metadata: swap(event.metadata, 'party1', 'party2') }), 'hash'],
    [
      'previous hash',
      (event) => ({ metadata: swap(event.metadata, '"previousHash":"', '"previousHash":"0') }),
      'hash',
    ],
    ['own hash', (event) => ({ metadata: swap(event.metadata, '"hash":"', '"hash":"0') }), 'hash'],
    [
      'spelling of the metadata',
      (event) => ({ metadata: swap(event.metadata, '{"core"', '{ "core"') }),
      'encoding',
    ],
    [
      'metadata, by an addition',
      (event) => ({ metadata: swap(event.metadata, '{"core"', '{"more":1,"core"') }),
      'encoding',
    ],
    ['metadata, which is no JSON', () => ({ metadata: Buffer.from('{') }), 'encoding'],
    ['data, which is no JSON', () => ({ data: Buffer.from('') }), 'encoding'],
    ['stream', () => ({ stream: 'note-2' }), 'revision'],
    ['revision', () => ({ revision: 9 }), 'revision'],
  ])('shows an altered %s', async (_, change, fault) => {
    const events = await history();
    const result = verifyChain(replaced(events, 2, change(events[2] as StoredEvent)));
    expect(result).toMatchObject({ intact: false, fault });
  });

  it('shows every single altered byte', async () => {
    const events = await history(2);
    for (const part of ['data', 'metadata'] as const) {
      const bytes = (events[0] as StoredEvent)[part];
      for (let at = 0; at < bytes.length; at += 1) {
        const altered = Buffer.from(bytes);
        altered[at] = (altered[at] ?? 0) ^ 1;
        expect(verifyChain(replaced(events, 0, { [part]: altered }))).toMatchObject({
          intact: false,
          eventId: 'id-0',
        });
      }
    }
  });

  it('shows a missing, doubled, exchanged or foreign event', async () => {
    const events = await history();
    const [a, b, c, d] = events as [StoredEvent, StoredEvent, StoredEvent, StoredEvent];
    for (const wrong of [
      [a, c, d],
      [a, b, b, c],
      [b, c],
      [a, c, b, d],
    ]) {
      expect(verifyChain(wrong)).toMatchObject({ intact: false, fault: 'revision' });
    }
  });

  it('shows an event that was written anew with a fitting hash of its own', async () => {
    const events = await history();
    const { core, previousHash } = parseMetadata(events[1] as StoredEvent);
    const data = encodeData({ open: { forged: true } });
    const hash = hashEvent({ ...(events[1] as StoredEvent), core, data, previousHash });
    const forged = replaced(events, 1, { data, metadata: encodeMetadata({ core, previousHash, hash }) });
    expect(verifyChain(forged)).toEqual({ intact: false, fault: 'link', revision: 2, eventId: 'id-2' });
  });
});
