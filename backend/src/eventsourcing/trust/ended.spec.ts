import { randomUUID } from 'node:crypto';
import { silentLogger } from '../../platform/logging/logger.js';
import type { Sealed } from '../../vault/sealed.js';
import type { UntrustedEvent } from '../event-store/event-store.js';
import { createCommandRunner } from '../commands/create-command-runner.js';
import { createJournal } from '../journal/create-journal.js';
import { contextAt } from '../journal/testing/recorded.js';
import { MemoryEventStore } from '../journal/testing/memory-event-store.js';
import { noteEvents, notes } from '../journal/testing/notes.js';
import { BEGINNING } from './authenticate.js';
import type { Trust } from './create-trust.js';
import { STREAM_ENDED, endsStream } from './ended.js';
import { StreamUntrusted } from './stream-untrusted.js';
import { trustOn } from './testing/test-trust.js';

const STREAM = 'note-one';
const AT = '2026-11-12T10:00:00.000Z';
const END = { type: 'StreamEnded', open: {} };

let store: MemoryEventStore;
beforeEach(() => {
  store = new MemoryEventStore();
});

function serviceOn(on: MemoryEventStore) {
  const trust = trustOn(on);
  const journal = createJournal({
    store: on,
    trust,
    vault: {
      createKey: async () => ({ keyId: 'key', isNew: true }),
      seal: async (what: Omit<Sealed, 'bytes' | 'keyId'>, plaintext: Uint8Array): Promise<Sealed> => ({
        ...what,
        keyId: 'key',
        bytes: Buffer.from(plaintext),
      }),
      open: async ({ bytes }: Sealed): Promise<Uint8Array> => Buffer.from(bytes),
    },
    registries: [
      noteEvents,
      { StreamEnded: { version: 1, open: {}, personal: {}, meaning: 'The stream ends here.' } },
    ],
    upcasters: {},
    ids: randomUUID,
    logger: silentLogger,
  });
  return { trust, journal, commands: createCommandRunner({ journal }) };
}

/** Returns a stream of two events that was ended. */
async function ended() {
  const service = serviceOn(store);
  const context = () => contextAt(AT, { commandId: randomUUID() });
  await service.commands.run(notes, 'one', { do: 'open' }, context());
  const { head } =
    (await service.commands.run(notes, 'one', { do: 'add', line: 'four' }, context())).loaded ?? {};
  expect(head).toBeDefined();
  const appended = await service.journal.append(head as NonNullable<typeof head>, [END], context());
  return { ...service, context, appended };
}

/** Returns the revisions that a reader in log order gets. */
async function inLogOrder({ log }: Trust): Promise<number[]> {
  const found: number[] = [];
  for await (const { events } of log.readAll({ after: undefined }))
    found.push(...events.map(({ revision }) => revision));
  return found;
}

describe('the mark that ends a stream', () => {
  it('is appended, and is no event of the stream', async () => {
    const { appended, trust } = await ended();
    expect(appended).toEqual([]);
    expect((await store.readStream(STREAM)).map(({ type }) => type)).toEqual([
      'NoteOpened.v1',
      'LineAdded.v1',
      STREAM_ENDED,
    ]);
    const { events, untrusted, last } = await trust.log.load(STREAM);
    expect([events.length, last.revision, untrusted]).toEqual([2, 1, { revision: 2, fault: 'ended' }]);
  });

  it('closes the stream for every act, for good', async () => {
    const { commands, context } = await ended();
    await expect(commands.run(notes, 'one', { do: 'close' }, context())).rejects.toThrow(StreamUntrusted);
    expect(await commands.lastTrusted(notes, 'one')).toMatchObject({
      revision: 1,
      untrusted: { revision: 2, fault: 'ended' },
    });
    expect(await store.readStream(STREAM)).toHaveLength(3);
  });

  it('is authenticated itself, but no event counts after it', async () => {
    const { trust } = await ended();
    const [first, second, mark] = (await store.readStream(STREAM)) as [
      UntrustedEvent,
      UntrustedEvent,
      UntrustedEvent,
    ];
    const { authenticator } = trust;
    let link = await authenticator.next(first, BEGINNING);
    for (const event of [second, mark]) {
      if (typeof link === 'string') throw new Error(link);
      link = await authenticator.next(event, link);
    }
    expect(link).toMatchObject({ revision: 2, isEnd: true });
    expect(await authenticator.next({ ...mark, revision: 3 }, link as Exclude<typeof link, string>)).toBe(
      'ended',
    );
    expect(await authenticator.alone(mark)).toMatchObject({ revision: 2, isEnd: true });
  });

  it('that somebody else wrote is an unauthenticated event like any other', async () => {
    const { trust } = await ended();
    const [first, second] = await store.readStream(STREAM);
    const forged = { ...(second as UntrustedEvent), type: STREAM_ENDED };
    const result = await trust.authenticator.stream(STREAM, [first as UntrustedEvent, forged], BEGINNING);
    expect(result.untrusted).toEqual({ revision: 1, fault: 'hash' });
  });

  it('is left out in log order, but is authenticated like any other event', async () => {
    await ended();
    const trust = trustOn(store);
    expect(await inLogOrder(trust)).toEqual([0, 1]);
    expect(trust.closed.placeIn(STREAM)).toEqual({ revision: 2, fault: 'ended' });
    expect(await inLogOrder(trust)).toEqual([0, 1]);
    expect(await trust.log.single(STREAM, { from: 0, limit: 3 })).toHaveLength(3);
  });

  it('means nothing in a trust stream, where it records the end of another stream', () => {
    expect(endsStream({ stream: 'trust-of-nda-1', type: STREAM_ENDED })).toBe(false);
    expect(endsStream({ stream: 'nda-1', type: STREAM_ENDED })).toBe(true);
    expect(endsStream({ stream: 'nda-1', type: 'StreamEnded.v2' })).toBe(false);
  });
});
