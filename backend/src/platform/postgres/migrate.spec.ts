import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { createDataSource } from './data-source.js';
import { DatabaseIsNewer, migrate, OlderProgramsRun } from './migrate.js';
import { Migration } from './migration.js';
import { createPool } from './pool.js';
import { GENERATION, generationOf, sessionName } from './session-name.js';
import { createTestDatabase, type TestDatabase } from './testing/test-database.js';

class First1700000000001 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE notes (words text)');
  }
}
class Side1700000000002 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notes ADD COLUMN more text');
  }
}
class Ending1700000000003 extends Migration {
  readonly generation = GENERATION;
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notes DROP COLUMN words');
  }
}

let database: TestDatabase;
let sources: DataSource[];
beforeEach(async () => {
  database = await createTestDatabase();
  sources = [];
});
afterEach(async () => {
  await Promise.all(sources.map((source) => source.destroy()));
  await database.drop();
});

/** Returns the data source of a program that knows these migrations. */
async function program(...migrations: Function[]): Promise<DataSource> {
  const source = await createDataSource({ url: database.url, entities: [], migrations }).initialize();
  sources.push(source);
  return source;
}
const columns = async (): Promise<string[]> => {
  const { rows } = await database.pool.query<{ name: string }>(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'notes' ORDER BY 1",
  );
  return rows.map(({ name }) => name);
};

it('a migration cannot be reverted, and names the alternative', async () => {
  await expect(new First1700000000001().down()).rejects.toThrow(
    'First1700000000001 cannot be reverted: restore a backup from before it',
  );
});

describe('a database that a newer program has changed', () => {
  it('is refused, and the unknown migrations are named', async () => {
    await migrate(await program(First1700000000001, Side1700000000002));
    const older = await program(First1700000000001);
    await expect(migrate(older)).rejects.toThrow(DatabaseIsNewer);
    await expect(migrate(older)).rejects.toThrow('Side1700000000002');
    expect(await columns()).toEqual(['more', 'words']);
  });

  it('is accepted by a program that knows all its migrations', async () => {
    await migrate(await program(First1700000000001, Side1700000000002));
    await migrate(await program(First1700000000001, Side1700000000002));
  });
});

describe('a migration that ends older programs', () => {
  const all = () => program(First1700000000001, Side1700000000002, Ending1700000000003);
  beforeEach(async () => migrate(await program(First1700000000001)));

  it.each(['siegel requests', 'siegel-signals', 'siegel'])(
    'waits for the session %j, then names it',
    async (name) => {
      const older = createPool(database.url, { name });
      await older.query('SELECT 1');
      const outcome = migrate(await all(), { olderEndWithinMs: 100, checkEveryMs: 20 });
      await expect(outcome).rejects.toThrow(OlderProgramsRun);
      await expect(outcome).rejects.toThrow(`'${name}' from 127.0.0.1 (process `);
      // None of the due migrations has run. Not even `Side1700000000002` has run, although it does not end
      // older programs.
      expect(await columns()).toEqual(['words']);
      await older.end();
      await migrate(await all());
      expect(await columns()).toEqual(['more']);
    },
  );

  it('continues by itself once the older programs have ended', async () => {
    const older = createPool(database.url, { name: 'siegel jobs' });
    await older.query('SELECT 1');
    const done = migrate(await all(), { olderEndWithinMs: 60_000, checkEveryMs: 10 });
    await sleep(0);
    expect(await columns()).toEqual(['words']);
    await older.end();
    await done;
    expect(await columns()).toEqual(['more']);
  });

  it('waits neither for programs of its own generation nor for foreign ones', async () => {
    const pools = [sessionName('requests'), 'psql', 'siegelring'].map((name) =>
      createPool(database.url, { name }),
    );
    await Promise.all(pools.map((pool) => pool.query('SELECT 1')));
    await migrate(await all(), { olderEndWithinMs: 0 });
    expect(await columns()).toEqual(['more']);
    await Promise.all(pools.map((pool) => pool.end()));
  });

  it('does not make other migrations wait', async () => {
    const older = createPool(database.url, { name: 'siegel jobs' });
    await older.query('SELECT 1');
    await migrate(await program(First1700000000001, Side1700000000002), { olderEndWithinMs: 0 });
    expect(await columns()).toEqual(['more', 'words']);
    await older.end();
  });

  it('does not wait on an empty database', async () => {
    const empty = await createTestDatabase();
    const older = createPool(empty.url, { name: 'siegel jobs' });
    await older.query('SELECT 1');
    const source = createDataSource({
      url: empty.url,
      entities: [],
      migrations: [First1700000000001, Ending1700000000003],
    });
    await source.initialize();
    await migrate(source, { olderEndWithinMs: 0 });
    await source.destroy();
    await older.end();
    await empty.drop();
  });
});

describe('the generation of a session', () => {
  it.each([
    [sessionName('requests'), GENERATION],
    ['siegel/7 jobs', 7],
    ['siegel jobs', 1],
    ['siegel-signals', 1],
    ['siegel', 1],
    ['siegelring', undefined],
    ['psql', undefined],
    ['', undefined],
  ])('%j: %s', (name, generation) => expect(generationOf(name)).toBe(generation));
});
