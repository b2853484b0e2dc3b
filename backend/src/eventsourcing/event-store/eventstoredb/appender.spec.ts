import { trustOn } from '../../trust/testing/test-trust.js';
import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { createJournal } from '../../journal/create-journal.js';
import type { CommandContext, NewEvent } from '../../journal/event.js';
import type { Sealed } from '../../../vault/sealed.js';
import { noteEvents } from '../../journal/testing/notes.js';
import { silentLogger } from '../../../platform/logging/logger.js';
import { event, events, labelOf } from '../testing/contract-parts.js';
import { type EventStore, EventStoreUnavailable, WrongExpectedRevision } from '../event-store.js';
import { Appender } from './appender.js';
import { ownStreams } from './own-streams.js';
import { OpenStores } from './testing/open-stores.js';
import type { ProtocolServer } from './testing/protocol-server.js';

const stores = new OpenStores();
let server: ProtocolServer;
let store: EventStore;
beforeEach(async () => {
  server = await stores.server();
  store = await stores.open(server.url);
});
afterEach(() => stores.close());

describe('an append whose connection is cut', () => {
  it.each([
    ['before', false],
    ['after', true],
  ] as const)(
    '%s it is written has an unknown outcome, which a retry with the same bytes resolves',
    async (when, repeated) => {
      const pair = events(2, 'pair');
      server.faults.cutAppend = when;
      await expect(store.append('a-1', 'no-stream', pair)).rejects.toBeInstanceOf(EventStoreUnavailable);
      expect(server.log.stream('a-1')).toHaveLength(repeated ? 2 : 0);
      expect(await store.append('a-1', 'no-stream', pair)).toMatchObject({ revision: 1, repeated });
      expect(server.log.stream('a-1').map(({ id }) => id)).toEqual(pair.map(({ id }) => id));
    },
  );

  it('is found even if it is written during the search for it', async () => {
    const one = [event('one')];
    let reads = 0;
    const appender = new Appender({
      calls: { append: () => Promise.reject(new EventStoreUnavailable('cut')) },
      streams: ownStreams(''),
      head: undefined,
      readStream: async (...asked) => {
        const found = await store.readStream(...asked);
        reads += 1;
        if (reads === 1) await store.append('a-1', 'no-stream', one);
        return found;
      },
    });
    await expect(appender.append('a-1', 'no-stream', one)).rejects.toBeInstanceOf(EventStoreUnavailable);
    expect(reads).toBe(0);
    expect(await appender.append('a-1', 'no-stream', one)).toMatchObject({ revision: 0, repeated: true });
  });

  it('does not block a retry at another revision if it was never written', async () => {
    const one = [event('one')];
    server.faults.cutAppend = 'before';
    await expect(store.append('a-1', 'no-stream', one)).rejects.toBeInstanceOf(EventStoreUnavailable);
    await (await stores.open(server.url)).append('a-1', 'no-stream', [event('other')]);
    expect(await store.append('a-1', 0, one)).toMatchObject({ revision: 1, repeated: false });
  });

  it.each(['before', 'after'] as const)(
    '%s it is written leaves one event in the journal, with one chain',
    async (when) => {
      const sealed = (what: Omit<Sealed, 'bytes' | 'keyId'>, bytes: Uint8Array): Promise<Sealed> =>
        Promise.resolve({
          ...what,
          bytes: Buffer.from(bytes).toString('base64'),
          keyId: 'key',
        } as unknown as Sealed);
      const journal = createJournal({
        store,
        trust: trustOn(store),
        vault: {
          createKey: () => Promise.resolve({ keyId: 'key', isNew: true }),
          seal: sealed,
          open: ({ bytes }) => Promise.resolve(Buffer.from(String(bytes), 'base64')),
        },
        registries: [noteEvents],
        upcasters: {},
        ids: () => v7(),
        logger: silentLogger,
        retryAfterMs: [0, 10, 50],
      });
      const context: CommandContext = {
        commandId: randomUUID(),
        correlationId: randomUUID(),
        causedBy: null,
        actor: 'party1',
        at: '2026-11-12T10:00:00.000Z',
      };
      const closed: NewEvent = { type: 'NoteClosed', open: { reason: 'done' } };
      server.faults.cutAppend = when;
      const { head } = await journal.load('note-1');
      const [recorded] = await journal.append(head, [closed], context);
      const loaded = await journal.load('note-1');
      expect(loaded.events.map(({ hash }) => hash)).toEqual([recorded?.hash]);
      expect(server.log.stream('note-1')).toHaveLength(1);
    },
  );
});

describe('an append', () => {
  it('is written as readable JSON, byte for byte', async () => {
    const bytes = Buffer.from('{ "b": 1.0, "a": "\\u00e4", "b": 2 }');
    await store.append('a-1', 'no-stream', [{ ...event('x'), data: bytes, metadata: bytes }]);
    const [written] = server.log.stream('a-1');
    expect(written).toMatchObject({ contentType: 'application/json', type: 'Noted.v1' });
    const [read] = await store.readStream('a-1');
    expect(Buffer.from(read?.data ?? []).equals(bytes)).toBe(true);
    expect(Buffer.from(read?.metadata ?? []).equals(bytes)).toBe(true);
  });

  it('takes one round trip if its ids are new', async () => {
    server.sentEvents = 0;
    await store.append('a-1', 'no-stream', [event('one')]);
    for (let n = 0; n < 10; n++) await store.append('a-1', n, [event('more')]);
    expect(server.sentEvents).toBe(0);
  });

  it('finds an old id in its stream even if another process wrote it', async () => {
    const old = { ...event('old'), id: v7({ msecs: Date.now() - 3_600_000 }) };
    await store.append('a-1', 'no-stream', [old, event('next')]);
    const other = await stores.open(server.url);
    await expect(other.append('a-1', 1, [old])).rejects.toBeInstanceOf(WrongExpectedRevision);
    expect((await other.readStream('a-1')).map(labelOf)).toEqual(['old', 'next']);
  });

  it('is distinguished from its repetition even if the server does not name its position', async () => {
    const pair = events(2, 'pair');
    const first = await store.append('a-1', 'no-stream', pair);
    await store.append('a-1', 1, [event('later')]);
    const other = await stores.open(server.url);
    server.faults.hidesOldPositions = true;
    expect(await other.append('a-1', 'no-stream', pair)).toEqual({ ...first, repeated: true });
  });

  it('may be larger than one message', async () => {
    const large = await stores.server({ mostBytes: 16 * 1024 * 1024 });
    const roomy = await stores.open(large.url);
    const four = events(4, 'large').map((one) => ({ ...one, data: new Uint8Array(2 * 1024 * 1024).fill(7) }));
    expect(await roomy.append('a-1', 'no-stream', four)).toMatchObject({ revision: 3 });
    expect((await roomy.readStream('a-1')).map(({ data }) => data.length)).toEqual(
      four.map(({ data }) => data.length),
    );
  });
});

describe('the name of a store', () => {
  it('is the same for all processes, even if many open the store for the first time at once', async () => {
    const fresh = await stores.server();
    const opened = await Promise.all(Array.from({ length: 5 }, () => stores.open(fresh.url)));
    expect(new Set(await Promise.all(opened.map((one) => one.storeId()))).size).toBe(1);
    expect(fresh.log.stream('event-store-identity')).toHaveLength(1);
  });

  it('outlives a restart', async () => {
    const before = await store.storeId();
    await server.stop();
    await server.start();
    expect(await (await stores.open(server.url)).storeId()).toBe(before);
  });
});
