import { createTestDatabase, type TestDatabase } from './test-database.js';

describe('createTestDatabase', () => {
  it('gives each caller a database of its own', async () => {
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await one.pool.query('CREATE TABLE only_in_one (n int)');
    const found = await two.pool.query("SELECT to_regclass('only_in_one') AS name");
    expect(found.rows).toEqual([{ name: null }]);
    await Promise.all([one.drop(), two.drop()]);
  });

  let runs = 0;
  class Notes1700000000000 {
    name = 'Notes1700000000000';
    async up(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
      runs += 1;
      await runner.query('CREATE TABLE notes (id int)');
    }
    async down(): Promise<void> {}
  }
  const migrations = [Notes1700000000000];
  const notes = async ({ pool }: TestDatabase): Promise<unknown[]> =>
    (await pool.query('SELECT * FROM notes')).rows;

  it('runs the migrations that it is given', async () => {
    const database = await createTestDatabase({ migrations });
    expect(await notes(database)).toEqual([]);
    await database.drop();
  });

  it('runs copied migrations once for all callers, and gives each caller a database of its own', async () => {
    runs = 0;
    const copied = () => createTestDatabase({ migrations, copied: true });
    const [one, two] = await Promise.all([copied(), copied()]);
    const third = await copied();
    expect(runs).toBe(1);
    await one.pool.query('INSERT INTO notes VALUES (1)');
    expect([await notes(two), await notes(third)]).toEqual([[], []]);
    await Promise.all([one, two, third].map((database) => database.drop()));
  });
});
