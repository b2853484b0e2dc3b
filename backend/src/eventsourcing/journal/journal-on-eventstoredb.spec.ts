import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { silentLogger } from '../../platform/logging/logger.js';
import { createVaultDatabase, type VaultDatabase } from '../../vault/testing/vault-database.js';
import { OpenStores } from '../event-store/eventstoredb/testing/open-stores.js';
import { createJournal } from './create-journal.js';
import type { CommandContext, NewEvent } from './event.js';
import type { Journal } from './journal.js';
import { noteEvents } from './testing/notes.js';

let world: VaultDatabase;
const stores = new OpenStores();
beforeAll(async () => {
  world = await createVaultDatabase();
});
afterAll(async () => {
  await stores.close();
  await world.drop();
});

const context = (): CommandContext => ({
  commandId: randomUUID(),
  correlationId: 'c',
  causedBy: null,
  actor: 'party1',
  at: '2026-11-12T10:00:00.000Z',
});
const opened: NewEvent = { type: 'NoteOpened', open: { kind: 'plain' }, personal: { title: 'A title' } };
const line = (text: string): NewEvent => ({
  type: 'LineAdded',
  open: { length: text.length },
  personal: { line: text },
});

describe.each(['', 'a.b$-'])(
  'journals of two backends on EventStoreDB, with the prefix %j',
  (streamPrefix) => {
    let one: Journal;
    let two: Journal;
    beforeAll(async () => {
      const { url } = await stores.server();
      const backend = async (): Promise<Journal> => {
        const store = await stores.open(url, { streamPrefix });
        const vault = world.backend();
        await vault.start();
        const parts = { registries: [noteEvents], upcasters: {}, ids: () => v7(), logger: silentLogger };
        return createJournal({ store, vault, ...parts });
      };
      [one, two] = [await backend(), await backend()];
    });

    it('read on behind what was read, and nothing where nothing came', async () => {
      const stream = `note-${randomUUID()}`;
      const start = (await one.load(stream)).head;
      expect(await one.load(stream, { after: start })).toEqual({ events: [], head: start });
      await one.append(start, [opened, line('a')], context());
      const { events: first, head } = await one.load(stream, { after: start });
      expect([first.map(({ revision }) => revision), head.revision]).toEqual([[0, 1], 1]);
      expect(await one.load(stream, { after: head })).toEqual({ events: [], head });

      await two.append(head, [line('b'), line('c')], context());
      await two.append((await two.load(stream)).head, [line('d')], context());
      const whole = await one.load(stream);
      const rest = await one.load(stream, { after: head });
      expect(rest).toEqual({ events: whole.events.slice(2), head: whole.head });
      expect(rest.events.map(({ personal }) => personal)).toEqual([
        { line: 'b' },
        { line: 'c' },
        { line: 'd' },
      ]);
      // What is appended behind it goes on in the same chain.
      await one.append(rest.head, [line('e')], context());
      const [last] = (await two.load(stream, { after: rest.head })).events;
      expect(last).toMatchObject({ revision: 5, previousHash: rest.head.hash });
    });
  },
);
