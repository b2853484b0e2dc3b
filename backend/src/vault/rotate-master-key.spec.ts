import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Sealed } from './sealed.js';
import { SecretMismatch, verifyCheckValues } from './check-values.js';
import { createMasterKeyring, masterKeyId } from './master-keyring.js';
import { rotateMasterKey } from './rotate-master-key.js';
import { createVaultDatabase, type VaultDatabase } from './testing/vault-database.js';
import type { Vault } from './vault.js';

let world: VaultDatabase;
beforeEach(async () => {
  world = await createVaultDatabase();
});
afterEach(() => world.drop());

const secrets = () => ({
  master: randomBytes(32),
  index: randomBytes(32),
  session: randomBytes(32),
  checkpoint: randomBytes(32),
});

async function sealed(vault: Vault): Promise<Sealed> {
  const stream = `nda-${randomUUID()}`;
  await vault.createKey(stream);
  return vault.seal({ stream, revision: 0, eventId: randomUUID(), type: 'Made.v1' }, Buffer.from(stream));
}

const opens = async (vault: Vault, one: Sealed): Promise<boolean> =>
  Buffer.from((await vault.open(one)) ?? []).toString() === one.stream;

describe('check values', () => {
  it('are written by the first backends, starting together, and hold all later ones to their secrets', async () => {
    const { pool } = world.database;
    const [ours, theirs] = [secrets(), secrets()];
    const started = await Promise.allSettled(
      [ours, theirs, ours, theirs].map((one) => verifyCheckValues(pool, one)),
    );
    expect(started.filter((one) => one.status === 'fulfilled')).toHaveLength(2);
    const winner = started[0]?.status === 'fulfilled' ? ours : theirs;
    await verifyCheckValues(pool, winner);
    for (const [name, variable] of Object.entries({
      master: 'MASTER_KEY',
      index: 'INDEX_KEY',
      session: 'SESSION_SECRET',
      checkpoint: 'CHECKPOINT_KEY',
    })) {
      const refused = verifyCheckValues(pool, { ...winner, [name]: randomBytes(32) });
      await expect(refused).rejects.toThrow(SecretMismatch);
      await expect(refused).rejects.toThrow(variable);
    }
    const { rows } = await pool.query<{ check_value: string }>('SELECT check_value FROM secret_checks');
    expect(rows).toHaveLength(4);
    for (const secret of Object.values(winner))
      expect(rows.some((row) => row.check_value.includes(secret.toString('hex')))).toBe(false);
  });
});

describe('rotating the master key', () => {
  it('rewraps every living key beside backends that seal and destroy meanwhile', async () => {
    const { pool } = world.database;
    const [from, to] = [world.masterKey, randomBytes(32)];
    await verifyCheckValues(pool, { master: from });
    const old = world.backend({ masterKeys: createMasterKeyring(from, [to]) });
    const next = world.backend({ masterKeys: createMasterKeyring(to, [from]) });
    await verifyCheckValues(pool, { master: { current: to, older: [from] } });
    await old.start();
    const before = await Promise.all(Array.from({ length: 120 }, () => sealed(old)));
    const during: Sealed[] = [];
    const done = new AbortController();
    const traffic = (async () => {
      while (!done.signal.aborted) {
        during.push(await sealed(during.length % 2 === 0 ? old : next));
        const victim = before[during.length];
        if (victim !== undefined && during.length < 20) await next.destroyKey(victim.stream);
      }
    })();
    const progress: number[] = [];
    const work = rotateMasterKey({ pool, from, to, batchSize: 10, onProgress: (n) => progress.push(n) });
    await work.finally(() => done.abort());
    await traffic;
    // Backends that still have the old key as their current one wrapped some more after the last look.
    await rotateMasterKey({ pool, from, to, batchSize: 10 });
    expect(progress.length).toBeGreaterThan(5);

    const alone = world.backend({ masterKeys: createMasterKeyring(to) });
    const destroyed = new Set(before.slice(1, 20).map((one) => one.stream));
    for (const one of [...before, ...during]) {
      if (during.length > 20 && destroyed.has(one.stream)) expect(await alone.open(one)).toBeUndefined();
      else if (!destroyed.has(one.stream))
        expect([await opens(alone, one), await opens(old, one), await opens(next, one)]).toEqual([
          true,
          true,
          true,
        ]);
    }
    const { rows } = await pool.query(
      'SELECT DISTINCT master_key_id FROM vault_keys WHERE wrapped IS NOT NULL',
    );
    expect(rows).toEqual([{ master_key_id: masterKeyId(to) }]);
  });

  it('never brings back a key that is destroyed while it is rewrapped', async () => {
    const { pool } = world.database;
    const [from, to] = [world.masterKey, randomBytes(32)];
    await verifyCheckValues(pool, { master: from });
    const vault = world.backend();
    const one = await sealed(vault);
    const query = async (text: string, values: unknown[]) => {
      if (text.startsWith('UPDATE')) await vault.destroyKey(one.stream);
      return pool.query(text, values);
    };
    expect(
      await rotateMasterKey({ pool: Object.create(pool, { query: { value: query } }) as Pool, from, to }),
    ).toBe(0);
    const { rows } = await pool.query('SELECT wrapped FROM vault_keys WHERE subject = $1', [one.stream]);
    expect(rows).toEqual([{ wrapped: null }]);
  });

  it('goes on where it was stopped', async () => {
    const { pool } = world.database;
    const [from, to] = [world.masterKey, randomBytes(32)];
    await verifyCheckValues(pool, { master: from });
    const all = await Promise.all(Array.from({ length: 30 }, () => sealed(world.backend())));
    const stop = () => {
      throw new Error('stopped');
    };
    await expect(rotateMasterKey({ pool, from, to, batchSize: 10, onProgress: stop })).rejects.toThrow(
      'stopped',
    );
    const both = world.backend({ masterKeys: createMasterKeyring(from, [to]) });
    for (const one of all) expect(await opens(both, one)).toBe(true);
    expect(await rotateMasterKey({ pool, from, to, batchSize: 10 })).toBe(20);
    for (const one of all)
      expect(await opens(world.backend({ masterKeys: createMasterKeyring(to) }), one)).toBe(true);
  });

  it('lets backends start with the new key once they also know the old one, and with the old one no more when it is done', async () => {
    const { pool } = world.database;
    const [from, to] = [world.masterKey, randomBytes(32)];
    await verifyCheckValues(pool, { master: from });
    await expect(verifyCheckValues(pool, { master: to })).rejects.toThrow('MASTER_KEY');
    await verifyCheckValues(pool, { master: { current: to, older: [from] } });
    await verifyCheckValues(pool, { master: from });
    await rotateMasterKey({ pool, from, to });
    await verifyCheckValues(pool, { master: to });
    await expect(verifyCheckValues(pool, { master: from })).rejects.toThrow('MASTER_KEY');
    await expect(verifyCheckValues(pool, { master: { current: from, older: [to] } })).rejects.toThrow(
      'MASTER_KEY',
    );
    await expect(rotateMasterKey({ pool, from: randomBytes(32), to })).rejects.toThrow(SecretMismatch);
    await expect(rotateMasterKey({ pool, from: to, to })).rejects.toThrow('MASTER_KEY');
  });
});
