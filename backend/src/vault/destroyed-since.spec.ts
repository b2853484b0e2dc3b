import { until } from '../testing/until.js';
import { destroyedSince, KeyTable } from './key-table.js';
import { createVaultDatabase, type VaultDatabase } from './testing/vault-database.js';

const AT = '2026-11-12T10:00:00.000Z';

describe('a look for destroyed keys', () => {
  let world: VaultDatabase;
  beforeAll(async () => {
    world = await createVaultDatabase();
  });
  afterAll(() => world.drop());

  const destroy = (subject: string): Promise<unknown> =>
    new KeyTable(world.database.pool).destroy(subject, AT);
  const look = (since: string | undefined) => destroyedSince(world.database.pool, since);

  it('finds each, and looks no further back than it has to', async () => {
    await destroy('before');
    const first = await look(undefined);
    expect(first.subjects).toEqual([]);
    for (const subject of ['a', 'b']) await destroy(subject);
    let found = await look(first.next);
    expect(found.subjects).toEqual(expect.arrayContaining(['a', 'b']));
    // What others write on this server meanwhile has to end first.
    await until(async () => {
      found = await look(found.next);
      return found.subjects.length === 0;
    });
  });

  it('finds one that took long to be recorded', async () => {
    const slow = await world.database.pool.connect();
    try {
      const { next } = await look(undefined);
      await slow.query('BEGIN');
      await new KeyTable(slow as never).destroy('slow', AT);
      await destroy('quick');
      const meanwhile = await look(next);
      expect(meanwhile.subjects).toContain('quick');
      expect(meanwhile.subjects).not.toContain('slow');
      await slow.query('COMMIT');
      expect((await look(meanwhile.next)).subjects).toContain('slow');
    } finally {
      slow.release(true);
    }
  });

  it('passes over what came with a copy of another server', async () => {
    for (const subject of ['own', 'copied']) await destroy(subject);
    await world.database.pool.query(
      "UPDATE vault_keys SET destroyed_in = destroyed_in + 1000000000 WHERE subject = 'copied'",
    );
    const { subjects } = await look('0');
    expect(subjects).toContain('own');
    expect(subjects).not.toContain('copied');
  });
});
