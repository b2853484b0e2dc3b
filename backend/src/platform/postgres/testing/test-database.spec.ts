import { createTestDatabase } from './test-database.js';

describe('createTestDatabase', () => {
  it('gives each caller a database of its own', async () => {
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await one.pool.query('CREATE TABLE only_in_one (n int)');
    const found = await two.pool.query("SELECT to_regclass('only_in_one') AS name");
    expect(found.rows).toEqual([{ name: null }]);
    await Promise.all([one.drop(), two.drop()]);
  });

  it('runs the migrations it is given', async () => {
    class Notes1700000000000 {
      name = 'Notes1700000000000';
      async up(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
        await runner.query('CREATE TABLE notes (id int)');
      }
      async down(): Promise<void> {}
    }
    const database = await createTestDatabase({ migrations: [Notes1700000000000] });
    expect((await database.pool.query('SELECT * FROM notes')).rows).toEqual([]);
    await database.drop();
  });
});
