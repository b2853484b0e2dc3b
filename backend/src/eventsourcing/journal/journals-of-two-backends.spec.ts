import { trustOn } from '../trust/testing/test-trust.js';
import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { silentLogger } from '../../platform/logging/logger.js';
import { createVaultDatabase, type VaultDatabase } from '../../vault/testing/vault-database.js';
import { createCommandRunner } from '../commands/create-command-runner.js';
import type { EventStore } from '../event-store/event-store.js';
import { OpenStores } from '../event-store/eventstoredb/testing/open-stores.js';
import { createPostgresEventStore } from '../event-store/postgres/postgres-event-store.js';
import { verifyChain } from './chain.js';
import { createJournal } from './create-journal.js';
import type { CommandContext, NewEvent } from './event.js';
import { noteEvents, notes } from './testing/notes.js';

let world: VaultDatabase;
const stores = new OpenStores();
const inPostgres: EventStore[] = [];
beforeAll(async () => {
  world = await createVaultDatabase();
});
afterAll(async () => {
  await Promise.all(inPostgres.map((store) => store.close()));
  await stores.close();
  await world.drop();
});

/** Opens the store for one backend. */
type Open = () => Promise<EventStore>;
const onPostgres = async (): Promise<Open> => async () => {
  const store = await createPostgresEventStore({ url: world.database.url });
  inPostgres.push(store);
  return store;
};
const onEventStoreDb = async (streamPrefix: string): Promise<Open> => {
  const { url } = await stores.server();
  return () => stores.open(url, { streamPrefix });
};

async function backend(open: Open) {
  const store = await open();
  const vault = world.backend();
  await vault.start();
  const parts = { registries: [noteEvents], upcasters: {}, ids: () => v7(), logger: silentLogger };
  const journal = createJournal({ store, trust: trustOn(store), vault, ...parts });
  return { store, journal, runner: createCommandRunner({ journal }) };
}
type Backend = Awaited<ReturnType<typeof backend>>;

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

describe.each([
  ['PostgreSQL', onPostgres],
  ['EventStoreDB, with the prefix ""', () => onEventStoreDb('')],
  ['EventStoreDB, with the prefix "a.b$-"', () => onEventStoreDb('a.b$-')],
])('journals of two backends on %s', (_, prepare) => {
  let one: Backend;
  let two: Backend;
  beforeAll(async () => {
    const open = await prepare();
    [one, two] = [await backend(open), await backend(open)];
  });

  it('execute each of many concurrent commands of two backends once', async () => {
    const id = randomUUID();
    await one.runner.run(notes, id, { do: 'open' }, context());
    const contexts = Array.from({ length: 15 }, context);
    const runs = contexts.flatMap((given) =>
      [one, two].map(({ runner }) => runner.run(notes, id, { do: 'add', line: given.commandId }, given)),
    );
    await Promise.all(runs);
    const { events } = await two.runner.state(notes, id);
    const happened = events.slice(1).map((event) => event.commandId);
    expect(happened.sort()).toEqual(contexts.map((given) => given.commandId).sort());
    expect(verifyChain(await two.store.readStream(`note-${id}`))).toMatchObject({ intact: true, events: 16 });
  });

  it('load the events after a head, and no events if none were added', async () => {
    const stream = `note-${randomUUID()}`;
    const start = (await one.journal.load(stream)).head;
    expect(await one.journal.load(stream, { after: start })).toEqual({ events: [], head: start });
    await one.journal.append(start, [opened, line('a')], context());
    const { events: first, head } = await one.journal.load(stream, { after: start });
    expect([first.map(({ revision }) => revision), head.revision]).toEqual([[0, 1], 1]);
    expect(await one.journal.load(stream, { after: head })).toEqual({ events: [], head });

    await two.journal.append(head, [line('b'), line('c')], context());
    await two.journal.append((await two.journal.load(stream)).head, [line('d')], context());
    const whole = await one.journal.load(stream);
    const rest = await one.journal.load(stream, { after: head });
    expect(rest).toEqual({ events: whole.events.slice(2), head: whole.head });
    expect(rest.events.map(({ personal }) => personal)).toEqual([
      { line: 'b' },
      { line: 'c' },
      { line: 'd' },
    ]);
    // An append after `rest.head` continues the same chain.
    await one.journal.append(rest.head, [line('e')], context());
    const [last] = (await two.journal.load(stream, { after: rest.head })).events;
    expect(last).toMatchObject({ revision: 5, previousHash: rest.head.hash });
  });
});
