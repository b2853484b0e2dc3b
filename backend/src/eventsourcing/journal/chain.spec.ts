import { MemoryEventStore } from './testing/memory-event-store.js';
import { chained, chainedEvent } from './testing/chained.js';
import type { UntrustedEvent } from '../event-store/event-store.js';
import { NO_HASH, verifyChain } from './chain.js';
import { encodeMetadata, parseMetadata, text } from './event-encoding.js';

const STREAM = 'note-1';

/**
 * Formats of the four events. `third` is the format of the third event, because most tests alter that event.
 */
const KINDS = {
  'of format 2': { formats: [2, 2, 2, 2], third: 2 },
  'of format 1': { formats: [1, 1, 1, 1], third: 1 },
  'half of format 1, half of format 2': { formats: [1, 1, 2, 2], third: 2 },
  'of format 2 with one of format 1 in it': { formats: [2, 2, 1, 2], third: 1 },
} as const;
type Kind = keyof typeof KINDS;
const EACH = Object.keys(KINDS) as readonly Kind[];

const dataOf = (format: 1 | 2, revision: number): Buffer => {
  const [first, second] = ['f'.repeat(64), 'e'.repeat(64)];
  const sealed = { open: { revision }, sealed: 'AQID', keyId: 'key' };
  return Buffer.from(
    JSON.stringify(
      format === 1
        ? { ...sealed, commitment: first }
        : { ...sealed, commitments: { personal: first, origin: second } },
    ),
  );
};

async function history(kind: Kind, length = 4): Promise<UntrustedEvent[]> {
  const store = new MemoryEventStore();
  const events = KINDS[kind].formats.slice(0, length).map((format, revision) => ({
    format,
    stream: STREAM,
    revision,
    id: `id-${revision}`,
    type: 'Noted.v1',
    data: dataOf(format, revision),
  }));
  for (const { revision, id, type, data, metadata } of chained(events))
    await store.append(STREAM, revision === 0 ? 'no-stream' : revision - 1, [{ id, type, data, metadata }]);
  return store.readStream(STREAM);
}

const replaced = (
  events: readonly UntrustedEvent[],
  at: number,
  change: Partial<UntrustedEvent>,
): UntrustedEvent[] => events.map((event, index) => (index === at ? { ...event, ...change } : event));

const swap = (bytes: Uint8Array, from: string, to: string): Buffer =>
  Buffer.from(text(bytes).replace(from, to));

describe.each(EACH)('the hash chain of a stream %s', (kind) => {
  it('is intact as written, and complete up to any event', async () => {
    const events = await history(kind);
    expect(verifyChain(events)).toEqual({
      intact: true,
      events: 4,
      hash: parseMetadata(events[3] as UntrustedEvent).hash,
    });
    expect(verifyChain(events.slice(0, 2))).toMatchObject({ intact: true, events: 2 });
    expect(verifyChain([])).toEqual({ intact: true, events: 0, hash: NO_HASH });
  });

  it('does not depend on the place where the store keeps an event', async () => {
    const elsewhere = (event: UntrustedEvent) => ({ ...event, position: 'x' as UntrustedEvent['position'] });
    expect(verifyChain((await history(kind)).map(elsewhere))).toMatchObject({ intact: true });
  });

  it.each<[string, (event: UntrustedEvent) => Partial<UntrustedEvent>, string]>([
    ['id', () => ({ id: 'id-x' }), 'hash'],
    ['type', () => ({ type: 'Noted.v2' }), 'hash'],
    ['open part', (event) => ({ data: swap(event.data, '"revision":2', '"revision":7') }), 'hash'],
    ['blob', (event) => ({ data: swap(event.data, 'AQID', 'AQIE') }), 'hash'],
    ['commitment', (event) => ({ data: swap(event.data, '"ff', '"fe') }), 'hash'],
    ['spelling of the data', (event) => ({ data: swap(event.data, '{"open"', '{ "open"') }), 'hash'],
    ['time', (event) => ({ metadata: swap(event.metadata, '10:00', '11:00') }), 'hash'],
    ['actor', (event) => ({ metadata: swap(event.metadata, 'party1', 'party2') }), 'hash'],
    [
      'previous hash',
      (event) => ({ metadata: swap(event.metadata, '"previousHash":"', '"previousHash":"0') }),
      'hash',
    ],
    ['own hash', (event) => ({ metadata: swap(event.metadata, ',"hash":"', ',"hash":"0') }), 'hash'],
    [
      'spelling of the metadata',
      (event) => ({ metadata: swap(event.metadata, '{"core"', '{ "core"') }),
      'encoding',
    ],
    [
      'metadata (a field was added)',
      (event) => ({ metadata: swap(event.metadata, '{"core"', '{"more":1,"core"') }),
      'encoding',
    ],
    ['metadata (no longer JSON)', () => ({ metadata: Buffer.from('{') }), 'encoding'],
    ['data (no longer JSON)', () => ({ data: Buffer.from('') }), 'encoding'],
    ['stream', () => ({ stream: 'note-2' }), 'revision'],
    ['revision', () => ({ revision: 9 }), 'revision'],
  ])('reveals a change of the %s', async (_, change, fault) => {
    const events = await history(kind);
    const result = verifyChain(replaced(events, 2, change(events[2] as UntrustedEvent)));
    expect(result).toMatchObject({ intact: false, fault });
  });

  it('reveals every single altered byte', async () => {
    const events = await history(kind, 3);
    for (const part of ['data', 'metadata'] as const) {
      const bytes = (events[2] as UntrustedEvent)[part];
      for (let at = 0; at < bytes.length; at += 1) {
        const altered = Buffer.from(bytes);
        altered[at] = (altered[at] ?? 0) ^ 1;
        expect(verifyChain(replaced(events, 2, { [part]: altered }))).toMatchObject({
          intact: false,
          eventId: 'id-2',
        });
      }
    }
  });

  it('reveals a missing, duplicated, swapped or foreign event', async () => {
    const events = await history(kind);
    const [a, b, c, d] = events as [UntrustedEvent, UntrustedEvent, UntrustedEvent, UntrustedEvent];
    for (const wrong of [
      [a, c, d],
      [a, b, b, c],
      [b, c],
      [a, c, b, d],
    ]) {
      expect(verifyChain(wrong)).toMatchObject({ intact: false, fault: 'revision' });
    }
  });

  it.each([1, 2] as const)(
    'reveals an event that was rewritten in format %s with matching hashes of its own',
    async (format) => {
      const events = await history(kind);
      const second = events[1] as UntrustedEvent;
      const { previousHash } = parseMetadata(second);
      const data = Buffer.from(JSON.stringify({ open: { forged: true } }));
      const { metadata } = chainedEvent({ ...second, format, data }, previousHash);
      const forged = replaced(events, 1, { data, metadata });
      expect(verifyChain(forged)).toEqual({ intact: false, fault: 'link', revision: 2, eventId: 'id-2' });
    },
  );
});

describe('an event of format 2', () => {
  const altered = async (
    change: (event: UntrustedEvent, all: readonly UntrustedEvent[]) => Partial<UntrustedEvent>,
  ) => {
    const events = await history('of format 2');
    return verifyChain(replaced(events, 2, change(events[2] as UntrustedEvent, events)));
  };
  const metadataOf = (event: UntrustedEvent, change: Partial<ReturnType<typeof parseMetadata>>) => ({
    metadata: encodeMetadata({ ...parseMetadata(event), ...change }),
  });

  it('has its own blind', async () =>
    expect(await altered((event) => metadataOf(event, { blind: '0'.repeat(64) }))).toMatchObject({
      fault: 'hash',
    }));

  it("fails with another event's content hash", async () => {
    const moved = await altered((event, [, other]) =>
      metadataOf(event, { content: parseMetadata(other as UntrustedEvent).content }),
    );
    expect(moved).toMatchObject({ intact: false, fault: 'hash', revision: 2 });
  });

  it.each([
    ['without a blind', { blind: undefined }],
    ['without a content hash', { content: undefined }],
    ['with neither', { blind: undefined, content: undefined }],
    ['with a malformed blind', { blind: 'x' }],
  ])('cannot be read %s', async (_, change) =>
    expect(await altered((event) => metadataOf(event, change))).toMatchObject({ fault: 'encoding' }),
  );

  it('fails with an encoding fault if its core names another format', async () => {
    const renamed = (event: UntrustedEvent) =>
      metadataOf(event, { core: parseMetadata(event).core.replace('"format":2', '"format":1') });
    expect(await altered(renamed)).toMatchObject({ fault: 'encoding' });
    const unknown = (event: UntrustedEvent) =>
      metadataOf(event, { core: parseMetadata(event).core.replace('"format":2', '"format":3') });
    expect(await altered(unknown)).toMatchObject({ fault: 'encoding' });
  });
});
