import { believed } from '../trust/testing/believed.js';
import { trustOn } from '../trust/testing/test-trust.js';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { silentLogger } from '../../platform/logging/logger.js';
import {
  EventStoreUnavailable,
  type UntrustedEvent,
  WrongExpectedRevision,
} from '../event-store/event-store.js';
import type { RunningVault } from '../../vault/create-vault.js';
import { createVaultDatabase, type VaultDatabase } from '../../vault/testing/vault-database.js';
import { KeyDestroyed, SealBroken } from '../../vault/vault.js';
import { verifyChain } from './chain.js';
import { createJournal, type JournalParts } from './create-journal.js';
import type { CommandContext, NewEvent } from './event.js';
import type { Sealed } from '../../vault/sealed.js';
import { parseData, parseMetadata } from './event-encoding.js';
import { EventRefused } from './event-types.js';
import { count, text } from './fields.js';
import type { Journal } from './journal.js';
import { commitmentOf, decodePersonalPart } from './sealed-part.js';
import { FaultyStore } from './testing/faulty-store.js';
import { MemoryEventStore } from './testing/memory-event-store.js';
import { noteEvents } from './testing/notes.js';
import { fifthUnlessAll } from '../../platform/testing/only-in-all.js';

let world: VaultDatabase;
let vault: RunningVault;
let store: MemoryEventStore;
let journal: Journal;

const journalOn = (parts: Partial<JournalParts> = {}): Journal =>
  createJournal({
    store,
    trust: trustOn((parts.store as MemoryEventStore | undefined) ?? store),
    vault,
    registries: [noteEvents],
    upcasters: {},
    ids: () => v7(),
    logger: silentLogger,
    retryAfterMs: [0, 0, 0],
    ...parts,
  });

beforeAll(async () => {
  world = await createVaultDatabase();
  vault = world.backend();
  await vault.start();
});
afterAll(() => world.drop());
beforeEach(() => {
  store = new MemoryEventStore();
  journal = journalOn();
});

const origin = { ip: '192.0.2.7', userAgent: 'Browser/1' };
const context = (changes: Partial<CommandContext> = {}): CommandContext => ({
  commandId: randomUUID(),
  correlationId: randomUUID(),
  causedBy: null,
  actor: 'party1',
  at: '2026-11-12T10:00:00.000Z',
  ...changes,
});
const opened: NewEvent = {
  type: 'NoteOpened',
  open: { kind: 'plain' },
  personal: { title: 'Erika Mustermann' },
};
const line = (text: string): NewEvent => ({
  type: 'LineAdded',
  open: { length: text.length },
  personal: { line: text },
});
const seen: NewEvent = { type: 'NoteSeen', open: {} };
const closed: NewEvent = { type: 'NoteClosed', open: { reason: 'done' } };

async function noted(...events: NewEvent[]) {
  const stream = `note-${randomUUID()}`;
  const { head } = await journal.load(stream);
  await journal.append(head, [opened, ...events], context({ origin }));
  return { stream, ...(await journal.load(stream)) };
}

const bytesOf = (events: readonly UntrustedEvent[]): string =>
  events.map((one) => Buffer.concat([one.data, one.metadata]).toString('latin1')).join();

describe('journal', () => {
  it('returns the same events from append and from load', async () => {
    const stream = `note-${randomUUID()}`;
    const given = context({ origin, causedBy: randomUUID(), actor: 'party2' });
    const { head } = await journal.load(stream);
    expect(head).toEqual({ stream, revision: -1, hash: '0'.repeat(64), at: null });
    const appended = await journal.append(head, [opened, line('a'), closed], given);
    const loaded = await journal.load(stream);
    expect(loaded.events).toEqual(appended);
    expect(loaded.head).toEqual({ stream, revision: 2, hash: appended[2]?.hash, at: given.at });
    const { commandId, correlationId, causedBy, actor, at } = given;
    expect(appended[1]).toMatchObject({
      revision: 1,
      type: 'LineAdded',
      version: 1,
      personal: { line: 'a' },
      origin,
      erased: false,
    });
    expect(appended[1]).toMatchObject({ commandId, correlationId, causedBy, actor, at, position: undefined });
    // NoteOpened declares no origin, and NoteClosed seals nothing.
    expect(appended[0]?.origin).toBeUndefined();
    expect(appended[2]).toMatchObject({ sealed: undefined, personal: undefined });
    expect((await journal.load(stream, { to: 1 })).events).toEqual(appended.slice(0, 2));
    expect((await journal.load(stream, { to: -1 })).head.revision).toBe(-1);
  });

  it('preserves any event through append, load, decode and unseal, and keeps the chain intact', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    const anyLine = fc.record({
      text,
      open: fc.nat(),
      at: fc.date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2040-01-01') }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(anyLine, { maxLength: 3 }), { maxLength: 4 }), async (appends) => {
        const { stream } = await noted();
        let { head } = await journal.load(stream);
        for (const lines of appends) {
          const events = lines.map((one) => ({
            type: 'LineAdded',
            open: { length: one.open },
            personal: { line: one.text },
          }));
          await journal.append(
            head,
            events,
            context({ origin, ...(lines[0] && { at: lines[0].at.toISOString() }) }),
          );
          ({ head } = await journal.load(stream));
        }
        const { events } = await journal.load(stream);
        const given = appends.flat();
        expect(events.slice(1).map((event) => [event.open, event.personal])).toEqual(
          given.map((one) => [{ length: one.open }, { line: one.text }]),
        );
        const times = events.map((event) => event.at);
        expect(times).toEqual([...times].sort());
        const stored = await store.readStream(stream);
        expect(verifyChain(stored)).toMatchObject({ intact: true, events: events.length, hash: head.hash });
        const decoded = await Promise.all(stored.map((one) => journal.unseal(journal.decode(believed(one)))));
        expect(decoded).toEqual(
          events.map((event, index) => ({ ...event, position: stored[index]?.position })),
        );
      }),
      { numRuns: fifthUnlessAll(30) },
    );
  });

  it('decodes without unsealing', async () => {
    const { stream } = await noted();
    const [stored] = await store.readStream(stream);
    const decoded = journal.decode(believed(stored as UntrustedEvent));
    expect(decoded).toMatchObject({
      type: 'NoteOpened',
      position: 'memory-0',
      personal: undefined,
      erased: false,
    });
    expect(await journal.openSealed(decoded.sealed as Sealed)).toEqual({
      personal: opened.personal,
      origin: undefined,
    });
  });

  it('decodes a stored event once, however many subscribers read it', async () => {
    const { stream } = await noted();
    const [stored, again] = (await Promise.all([store.readStream(stream), store.readStream(stream)])).flat();
    const parse = jest.spyOn(JSON, 'parse');
    // The metadata were parsed when the event was authenticated.
    const decoded = journal.decode(believed(stored as UntrustedEvent));
    expect(parse).toHaveBeenCalledTimes(2);
    expect(journal.decode(believed(stored as UntrustedEvent))).toBe(decoded);
    expect(parse).toHaveBeenCalledTimes(2);
    parse.mockClear();
    expect(journal.decode(believed({ ...(again as UntrustedEvent) }))).toEqual(decoded);
    expect(parse).toHaveBeenCalledTimes(3);
    parse.mockRestore();
  });

  it('unseals a long stream in chunks, and yields to other work in between', async () => {
    const stream = `note-${randomUUID()}`;
    const opened = { type: 'NoteOpened', open: { kind: 'plain' }, personal: { title: 'A title' } };
    const line = (n: number) => ({ type: 'LineAdded', open: { length: n }, personal: { line: `${n}` } });
    const lines = Array.from({ length: 1_200 }, (_, n) => line(n));
    await journal.append((await journal.load(stream)).head, [opened, ...lines], context());
    let turns = 0;
    let reading = true;
    const count = (): void => {
      turns += 1;
      if (reading) setImmediate(count);
    };
    setImmediate(count);
    const { events } = await journal.load(stream);
    reading = false;
    expect(events.map(({ revision }) => revision)).toEqual(Array.from({ length: 1_201 }, (_, n) => n));
    expect(events.at(-1)).toMatchObject({ personal: { line: '1199' } });
    expect(turns).toBeGreaterThan(1);
  });

  it('never dates an event before its predecessor', async () => {
    const { head } = await noted();
    const [early] = await journal.append(head, [closed], context({ at: '2026-11-12T09:59:59.999Z' }));
    expect(early?.at).toBe('2026-11-12T10:00:00.000Z');
  });

  it('stores no personal data in the clear, and commits to the sealed data', async () => {
    const { stream, events } = await noted(line('Musterstraße 1'));
    const stored = bytesOf(await store.readStream(stream));
    for (const secret of ['Mustermann', 'Musterstr', origin.ip, origin.userAgent])
      expect(stored).not.toContain(secret);
    const { commitments } = parseData(await at(events[1]));
    const part = decodePersonalPart((await vault.open(events[1]?.sealed as Sealed)) ?? new Uint8Array());
    const [ofPersonal, ofOrigin] = [part.salts?.personal, part.salts?.origin].map((salt) =>
      Buffer.from(salt ?? '', 'base64'),
    ) as [Buffer, Buffer];
    expect([ofPersonal, ofOrigin].map(({ length }) => length)).toEqual([32, 32]);
    expect(ofPersonal.equals(ofOrigin)).toBe(false);
    const personal = { line: 'Musterstraße 1' };
    expect({
      personal: commitmentOf(ofPersonal, { personal }),
      origin: commitmentOf(ofOrigin, { origin }),
    }).toEqual(commitments);
    expect(commitmentOf(ofPersonal, { personal: { line: 'Musterstraße 2' } })).not.toBe(
      commitments?.personal,
    );
    expect(commitmentOf(ofOrigin, { personal })).not.toBe(commitments?.personal);
  });

  it('has a separate commitment for each part, and none for an absent part', async () => {
    const { stream } = await noted(line('a'), seen, closed);
    const [first, second, third, last] = (await store.readStream(stream)).map((event) => parseData(event));
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(first?.commitments).toEqual({ personal: hash });
    expect(second?.commitments).toEqual({ personal: hash, origin: hash });
    expect(third?.commitments).toEqual({ origin: hash });
    expect(last).toEqual({ open: { reason: 'done' } });
  });

  it("hides each event's content behind a blind of its own", async () => {
    const { stream } = await noted(closed, closed);
    const [, one, other] = await store.readStream(stream);
    const [a, b] = [one, other].map((event) => parseMetadata(event as UntrustedEvent));
    expect(a?.blind).toMatch(/^[0-9a-f]{64}$/);
    expect(a?.blind).not.toBe(b?.blind);
  });

  it('refuses undeclared types and fields before anything is stored', async () => {
    const { head, stream } = await noted();
    const wrong: NewEvent[] = [
      { type: 'Unknown', open: {} },
      { type: 'NoteClosed', open: { reason: 'x', email: 'erika@example.org' } },
      { type: 'LineAdded', open: { length: 1 }, personal: { line: 'x', email: 'erika@example.org' } },
      { type: 'LineAdded', open: {}, personal: { line: 'x' } },
      { type: 'LineAdded', open: { length: 'one' }, personal: { line: 'x' } },
      opened,
    ];
    for (const event of wrong)
      await expect(journal.append(head, [closed, event], context())).rejects.toThrow(EventRefused);
    expect(await store.readStream(stream)).toHaveLength(1);
    expect(() => journalOn({ registries: [noteEvents, noteEvents] })).toThrow('declared twice');
  });

  it("does not accept an event's sealed part in another event", async () => {
    const { events } = await noted(line('a'), line('b'));
    const [, a, b] = events;
    const moved = {
      ...journal.decode(believed(await at(a))),
      sealed: { ...(b?.sealed as Sealed), revision: 1 },
    };
    expect(await journal.unseal(moved)).toMatchObject({ sealBroken: true, personal: undefined });
    await expect(journal.openSealed(moved.sealed)).rejects.toThrow(SealBroken);
  });
});

const at = async (event: { stream: string; revision: number } | undefined): Promise<UntrustedEvent> =>
  (
    await store.readStream(event?.stream ?? '', { from: event?.revision ?? 0, limit: 1 })
  )[0] as UntrustedEvent;

describe('journal after an erasure', () => {
  it('reads the open parts, and the chain can still be verified', async () => {
    const { stream, events } = await noted(line('a'), closed);
    await vault.destroyKey(stream);
    const { events: erased } = await journal.load(stream);
    expect(
      erased.map((event) => [event.type, event.open, event.personal, event.origin, event.erased]),
    ).toEqual([
      ['NoteOpened', { kind: 'plain' }, undefined, undefined, true],
      ['LineAdded', { length: 1 }, undefined, undefined, true],
      ['NoteClosed', { reason: 'done' }, undefined, undefined, false],
    ]);
    expect(erased.map((event) => event.hash)).toEqual(events.map((event) => event.hash));
    expect(verifyChain(await store.readStream(stream))).toMatchObject({ intact: true, events: 3 });
    expect(await journal.openSealed(events[0]?.sealed as Sealed)).toBeUndefined();
  });

  it('still accepts events without personal data, drops their origin, and refuses all others', async () => {
    const { stream, head } = await noted();
    await vault.destroyKey(stream);
    const [one, two] = await journal.append(head, [seen, closed], context({ origin }));
    expect([one?.sealed, one?.origin, two?.type]).toEqual([undefined, undefined, 'NoteClosed']);
    const { head: next } = await journal.load(stream);
    await expect(journal.append(next, [line('x')], context())).rejects.toThrow(KeyDestroyed);
    expect(verifyChain(await store.readStream(stream))).toMatchObject({ intact: true, events: 3 });
    expect(bytesOf(await store.readStream(stream))).not.toContain(origin.ip);
  });
});

describe('an append whose outcome is unknown', () => {
  it.each(['before', 'after'] as const)(
    'is repeated with identical bytes if it is lost %s the store commits it',
    async (when) => {
      const faulty = new FaultyStore(store, { append: [when, when] });
      const { head, stream } = await noted();
      await journalOn({ store: faulty }).append(head, [line('a')], context());
      expect(faulty.appended).toHaveLength(3);
      expect(new Set(faulty.appended.map((events) => JSON.stringify(events))).size).toBe(1);
      expect((await journal.load(stream)).events).toHaveLength(2);
    },
  );

  it('is given up after a few repetitions, and a conflict is not repeated', async () => {
    const { head } = await noted();
    const down = new FaultyStore(store, { append: ['before', 'before', 'before', 'before', 'before'] });
    await expect(journalOn({ store: down }).append(head, [seen], context())).rejects.toThrow(
      EventStoreUnavailable,
    );
    expect(down.appended).toHaveLength(4);
    const stale = new FaultyStore(store, {});
    await expect(
      journalOn({ store: stale }).append({ ...head, revision: -1 }, [seen], context()),
    ).rejects.toThrow(WrongExpectedRevision);
    expect(stale.appended).toHaveLength(1);
  });
});

describe('old versions', () => {
  const upcasters = {
    'LineAdded.v1': ({ open, personal }: { open: object; personal?: object }) => {
      const { length } = open as { length: number };
      return {
        type: 'LineAdded.v2',
        open: { characters: length },
        ...(personal && { personal: { text: `${(personal as { line: string }).line} (${length})` } }),
      };
    },
    'LineAdded.v2': (data: { open: object; personal?: object }) => ({ ...data, type: 'TextAdded.v1' }),
  };

  it('are read as the newest version, both open and personal part, and their seals still open', async () => {
    const { stream } = await noted(line('hello'));
    const today = {
      TextAdded: {
        version: 1,
        open: { characters: count },
        personal: { text },
        meaning: 'Of today.',
      },
    };
    const newer = journalOn({ upcasters, registries: [noteEvents, today] });
    const [, loaded] = (await newer.load(stream)).events;
    expect(loaded).toMatchObject({
      type: 'TextAdded',
      version: 1,
      open: { characters: 5 },
      personal: { text: 'hello (5)' },
    });
    const decoded = newer.decode(believed((await store.readStream(stream))[1] as UntrustedEvent));
    expect(decoded).toMatchObject({
      type: 'TextAdded',
      open: { characters: 5 },
      sealed: { type: 'LineAdded.v1' },
    });
    expect((await newer.unseal(decoded)).personal).toEqual({ text: 'hello (5)' });
    expect(await newer.openSealed(decoded.sealed as Sealed)).toMatchObject({
      personal: { text: expect.stringContaining('hello') },
    });
  });
});
