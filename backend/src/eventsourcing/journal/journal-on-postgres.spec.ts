import { trustOn } from '../trust/testing/test-trust.js';
import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import { silentLogger } from '../../platform/logging/logger.js';
import type { EventStore } from '../event-store/event-store.js';
import { createPostgresEventStore } from '../event-store/postgres/postgres-event-store.js';
import { createBlobStore } from '../../vault/blob-store.js';
import { createVaultDatabase, type VaultDatabase } from '../../vault/testing/vault-database.js';
import { verifyChain } from './chain.js';
import type { CommandContext } from './event.js';
import { createCommandRunner } from '../commands/create-command-runner.js';
import { createJournal } from './create-journal.js';
import { noteEvents, notes } from './testing/notes.js';

let world: VaultDatabase;
const stores: EventStore[] = [];

beforeAll(async () => {
  world = await createVaultDatabase();
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await world.drop();
});

/** Opens the parts that each backend has for itself, such as the store, the vault and the journal. */
async function backend() {
  const store = await createPostgresEventStore({ url: world.database.url });
  stores.push(store);
  const vault = world.backend();
  await vault.start();
  const journal = createJournal({
    store,
    trust: trustOn(store),
    vault,
    registries: [noteEvents],
    upcasters: {},
    ids: () => v7(),
    logger: silentLogger,
  });
  const blobs = createBlobStore({ pool: world.database.pool, vault });
  return { store, vault, journal, blobs, runner: createCommandRunner({ journal }) };
}

const context = (): CommandContext => ({
  commandId: randomUUID(),
  correlationId: 'c',
  causedBy: null,
  actor: 'party1',
  at: '2026-11-12T10:00:00.000Z',
  origin: { ip: '192.0.2.77', userAgent: 'Browser/1' },
});

describe('journal and runner on PostgreSQL', () => {
  it('keep no personal data readable in any table, and the chain intact, even after an erasure', async () => {
    const { runner, vault, blobs, store, journal } = await backend();
    const id = randomUUID();
    await runner.run(notes, id, { do: 'open' }, context());
    await runner.run(notes, id, { do: 'add', line: 'Erika Mustermann' }, context());
    await blobs.put(`note-${id}`, 'signature', Buffer.from('Erika Mustermann'));
    expect(await found('Mustermann', 'Secret title', '192.0.2.77')).toEqual([]);
    expect(await found('NoteOpened')).not.toEqual([]);
    await vault.destroyKey(`note-${id}`);
    const { events } = await journal.load(`note-${id}`);
    expect(events.map((event) => [event.erased, event.personal])).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
    expect(verifyChain(await store.readStream(`note-${id}`))).toMatchObject({ intact: true, events: 2 });
    expect(await blobs.get(`note-${id}`, 'signature')).toBeUndefined();
  });
});

/** Returns the tables in which a row contains one of these words, in text, JSON or bytes. */
async function found(...words: string[]): Promise<string[]> {
  const { rows: tables } = await world.database.pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const hits: string[] = [];
  for (const { name } of tables) {
    const { rows } = await world.database.pool.query<Record<string, unknown>>(`SELECT * FROM ${name}`);
    const values = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)));
    if (values.some((value) => words.some((word) => value.includes(word)))) hits.push(name);
  }
  return hits;
}
