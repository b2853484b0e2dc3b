import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Sealed } from './sealed.js';
import {
  type KnownSecret,
  MasterKeyHalfReplaced,
  SecretMismatch,
  verifyCheckValues,
} from './check-values.js';
import { LiveBackendEntry } from './live-backends.js';
import { createMasterKeyring, masterKeyId } from './master-keyring.js';
import { rotateMasterKey } from './rotate-master-key.js';
import { silentLogger } from '../platform/logging/logger.js';
import { createVaultDatabase, type VaultDatabase } from './testing/vault-database.js';
import type { Vault } from './vault.js';

let world: VaultDatabase;
let entries: LiveBackendEntry[];
beforeEach(async () => {
  world = await createVaultDatabase();
  entries = [];
});
afterEach(async () => {
  for (const entry of entries) await entry.leave();
  await world.drop();
});

const secret = (): [Buffer] => [randomBytes(32)];
const secrets = () => ({
  master: secret(),
  index: secret(),
  session: secret(),
  checkpoint: secret(),
  append: secret(),
});

async function sealed(vault: Vault): Promise<Sealed> {
  const stream = `nda-${randomUUID()}`;
  await vault.createKey(stream);
  return vault.seal({ stream, revision: 0, eventId: randomUUID(), type: 'Made.v1' }, Buffer.from(stream));
}

/** A serving backend. */
const joined = async (...master: KnownSecret): Promise<LiveBackendEntry> => {
  const { pool } = world.database;
  const parts = { pool, logger: silentLogger, id: randomUUID(), free: {}, changing: [] };
  const entry = new LiveBackendEntry({ ...parts, stored: { master } });
  entries.push(entry);
  await entry.join();
  return entry;
};

/** Returns a pool that runs `work` just before each statement that begins with the text `beginning`. */
function lateBefore(pool: Pool, beginning: string, work: () => Promise<unknown>): Pool {
  const query = async (text: string, values: unknown[]) => {
    if (text.startsWith(beginning)) await work();
    return pool.query(text, values);
  };
  return Object.create(pool, { query: { value: query } }) as Pool;
}

const opens = async (vault: Vault, one: Sealed): Promise<boolean> =>
  Buffer.from((await vault.open(one)) ?? []).toString() === one.stream;

describe('check values', () => {
  it('are written by the first backends even if several start together, and bind all later ones to the same secrets', async () => {
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
      append: 'APPEND_KEY',
    })) {
      const refused = verifyCheckValues(pool, { ...winner, [name]: secret() });
      await expect(refused).rejects.toThrow(SecretMismatch);
      await expect(refused).rejects.toThrow(variable);
    }
    const { rows } = await pool.query<{ check_value: string }>('SELECT check_value FROM secret_checks');
    expect(rows).toHaveLength(5);
    for (const [one] of Object.values(winner))
      expect(rows.some((row) => row.check_value.includes(one.toString('hex')))).toBe(false);
  });
});

describe('rotating the master key', () => {
  it('rewraps every living key while backends seal and destroy', async () => {
    const { pool } = world.database;
    const [from, to] = [world.masterKey, randomBytes(32)];
    await verifyCheckValues(pool, { master: [from] });
    const old = world.backend({ masterKeys: createMasterKeyring(from, [to]) });
    const next = world.backend({ masterKeys: createMasterKeyring(to, [from]) });
    await verifyCheckValues(pool, { master: [to, from] });
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
    // After the first rotation read the table for the last time, the backend `old` may have wrapped more data
    // keys with the old master key. The second rotation rewraps these data keys.
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

  describe('waits until every serving backend uses the new key', () => {
    const { stringMatching } = expect;
    let from: Buffer;
    let to: Buffer;
    beforeEach(async () => {
      [from, to] = [world.masterKey, randomBytes(32)];
      await verifyCheckValues(world.database.pool, { master: [from] });
      await sealed(world.backend());
    });
    const wrappedBy = async (): Promise<unknown> =>
      (await world.database.pool.query('SELECT DISTINCT master_key_id AS id FROM vault_keys')).rows;

    it('and changes nothing before', async () => {
      const { pool } = world.database;
      for (const beside of [[], [to]]) {
        const one = await joined(from, ...beside);
        await expect(rotateMasterKey({ pool, from, to })).rejects.toMatchObject({
          message: stringMatching(/^1 backend serves .*\(since 2.*Z\) and does not use this MASTER_KEY yet/),
        });
        await verifyCheckValues(pool, { master: [from] });
        await one.leave();
      }
      expect(await wrappedBy()).toEqual([{ id: masterKeyId(from) }]);
      const both = await joined(to, from);
      expect(await rotateMasterKey({ pool, from, to })).toBe(1);
      expect(await wrappedBy()).toEqual([{ id: masterKeyId(to) }]);
      await both.leave();
    });

    it('even if a backend with the old key starts meanwhile, and keeps the old key valid until then', async () => {
      const { pool } = world.database;
      const late: Promise<LiveBackendEntry>[] = [];
      const refused = rotateMasterKey({
        pool: lateBefore(pool, 'UPDATE vault_keys', async () => {
          late.push(joined(from, to));
          await late[0];
        }),
        from,
        to,
      });
      await expect(refused).rejects.toThrow('does not use this MASTER_KEY yet');
      await verifyCheckValues(pool, { master: [from, to] });
      await (await late[0])?.leave();
      await rotateMasterKey({ pool, from, to });
      await expect(joined(from, to)).rejects.toThrow(SecretMismatch);
    });
  });

  it('reads every key once', async () => {
    const { pool } = world.database;
    const [from, to] = [world.masterKey, randomBytes(32)];
    await verifyCheckValues(pool, { master: [from] });
    await Promise.all(Array.from({ length: 30 }, () => sealed(world.backend())));
    let begun = 0;
    const query = (text: string, values: unknown[]) => {
      if (text.startsWith('SELECT subject') && values[0] === '') begun += 1;
      return pool.query(text, values);
    };
    const watched = Object.create(pool, { query: { value: query } }) as Pool;
    expect(await rotateMasterKey({ pool: watched, from, to, batchSize: 10 })).toBe(30);
    expect(begun).toBe(1);
  });

  it('never brings back a key that is destroyed while it is rewrapped', async () => {
    const { pool } = world.database;
    const [from, to] = [world.masterKey, randomBytes(32)];
    await verifyCheckValues(pool, { master: [from] });
    const vault = world.backend();
    const one = await sealed(vault);
    const destroying = lateBefore(pool, 'UPDATE vault_keys', () => vault.destroyKey(one.stream));
    expect(await rotateMasterKey({ pool: destroying, from, to })).toBe(0);
    const { rows } = await pool.query('SELECT wrapped FROM vault_keys WHERE subject = $1', [one.stream]);
    expect(rows).toEqual([{ wrapped: null }]);
  });

  it('continues where it was stopped', async () => {
    const { pool } = world.database;
    const [from, to] = [world.masterKey, randomBytes(32)];
    await verifyCheckValues(pool, { master: [from] });
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

  it('lets backends start with the new key if they also know the old one, and refuses the old one once it is done', async () => {
    const { pool } = world.database;
    const [from, to] = [world.masterKey, randomBytes(32)];
    await verifyCheckValues(pool, { master: [from] });
    await expect(verifyCheckValues(pool, { master: [to] })).rejects.toThrow('MASTER_KEY');
    await verifyCheckValues(pool, { master: [from, to] });
    await verifyCheckValues(pool, { master: [from] });
    await (await joined(to, from)).leave();
    for (const one of [from, to])
      await expect(verifyCheckValues(pool, { master: [one] })).rejects.toThrow(MasterKeyHalfReplaced);
    await verifyCheckValues(pool, { master: [from, to] });
    await rotateMasterKey({ pool, from, to });
    await verifyCheckValues(pool, { master: [to] });
    await expect(verifyCheckValues(pool, { master: [from] })).rejects.toThrow('MASTER_KEY');
    await expect(verifyCheckValues(pool, { master: [from, to] })).rejects.toThrow('MASTER_KEY');
    await expect(rotateMasterKey({ pool, from: randomBytes(32), to })).rejects.toThrow(SecretMismatch);
    await expect(rotateMasterKey({ pool, from: to, to })).rejects.toThrow('MASTER_KEY');
  });
});
