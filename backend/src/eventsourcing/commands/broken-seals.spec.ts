import { trustOn } from '../trust/testing/test-trust.js';
import { randomUUID } from 'node:crypto';
import { silentLogger } from '../../platform/logging/logger.js';
import { SealBroken } from '../../vault/vault.js';
import type { Sealed } from '../../vault/sealed.js';
import { createJournal } from '../journal/create-journal.js';
import type { Actor, CommandContext } from '../journal/event.js';
import { MemoryEventStore } from '../journal/testing/memory-event-store.js';
import { type NoteCommand, noteEvents, notes } from '../journal/testing/notes.js';
import { createCommandRunner } from './create-command-runner.js';

const LENIENT = { ...notes, skipsUnknown: true };
const add = (line: string): NoteCommand => ({ do: 'add', line });
const context = (actor: Actor): CommandContext => ({
  commandId: randomUUID(),
  correlationId: 'c',
  causedBy: null,
  actor,
  at: '2026-11-12T10:00:00.000Z',
});

/**
 * Returns a runner whose vault seals nothing. The sealed part of the event at revision `broken` cannot be
 * opened.
 */
const runnerOf = (store: MemoryEventStore, broken: number | undefined) =>
  createCommandRunner({
    journal: createJournal({
      store,
      trust: trustOn(store),
      vault: {
        createKey: async () => ({ keyId: 'key', isNew: true }),
        seal: async (what: Omit<Sealed, 'bytes' | 'keyId'>, plaintext: Uint8Array): Promise<Sealed> => ({
          ...what,
          keyId: 'key',
          bytes: Buffer.from(plaintext),
        }),
        open: async ({ revision, bytes }: Sealed): Promise<Uint8Array> => {
          if (revision === broken) throw new SealBroken('altered');
          return Buffer.from(bytes);
        },
      },
      registries: [noteEvents],
      upcasters: {},
      ids: randomUUID,
      logger: silentLogger,
    }),
  });

describe('a stream with a sealed part that was altered', () => {
  const store = new MemoryEventStore();
  const runner = runnerOf(store, 1);
  const repeated = context('party1');
  beforeAll(async () => {
    const before = runnerOf(store, undefined);
    await before.run(notes, 'one', { do: 'open' }, context('party1'));
    await before.run(notes, 'one', add('four'), repeated);
  });

  it('lets no party act on it, and its state cannot be read', async () => {
    for (const actor of ['party1', 'party2'] as const)
      await expect(runner.run(notes, 'one', add('five5'), context(actor))).rejects.toThrow(SealBroken);
    await expect(runner.state(notes, 'one')).rejects.toThrow('event 1 of note-one');
    expect(await store.readStream('note-one')).toHaveLength(2);
  });

  it('answers a repeated command with its first result', async () => {
    expect(await runner.run(notes, 'one', add('four'), repeated)).toMatchObject({
      revision: 1,
      events: [{ open: { length: 4 }, personal: undefined, sealBroken: true }],
    });
  });

  it('has a state for deciders that need no sealed data; service and operator may still record', async () => {
    expect(await runner.state(LENIENT, 'one')).toMatchObject({ state: { opened: true, lengths: [4] } });
    const { events } = await runner.run(notes, 'one', { do: 'close' }, context('admin'));
    expect(events).toMatchObject([{ revision: 2, open: { reason: 'after 1' } }]);
  });

  it('never comes into being: an append is refused if its own seal does not open', async () => {
    await expect(runnerOf(store, 0).run(notes, 'two', { do: 'open' }, context('party1'))).rejects.toThrow(
      SealBroken,
    );
    expect(await store.readStream('note-two')).toEqual([]);
  });
});
