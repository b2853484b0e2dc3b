import { randomBytes, randomUUID } from 'node:crypto';
import type { Sealed } from './sealed.js';
import { CACHE_LEASE_MS } from './create-vault.js';
import { DESTROYED_CHANNEL } from './key-table.js';
import { createMasterKeyring, masterKeyId } from './master-keyring.js';
import { createVaultDatabase, type VaultDatabase } from './testing/vault-database.js';
import {
  KeyDestroyed,
  KeyMissing,
  MasterKeyUnknown,
  SealBroken,
  ignoreMissingKey,
  type Vault,
} from './vault.js';
import { RecordedTampering } from '../platform/tampering/testing/recorded-tampering.js';
import { until } from '../platform/testing/until.js';

let world: VaultDatabase;
beforeAll(async () => {
  world = await createVaultDatabase();
});
afterAll(() => world.drop());

const newSubject = () => `nda-${randomUUID()}`;
const placeIn = (stream: string) => ({ stream, revision: 0, eventId: randomUUID(), type: 'Made.v1' });
const secret = Buffer.from('Erika Mustermann');

async function sealedBy(vault: Vault) {
  const subject = newSubject();
  await vault.createKey(subject);
  return { subject, sealed: await vault.seal(placeIn(subject), secret) };
}

const terminateListeners = () =>
  world.database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ~ 'destruction >|LISTEN'",
  );

describe('vault', () => {
  it('opens in one backend what another sealed, whether the key is cached or not', async () => {
    const [one, two] = [world.backend(), world.backend()];
    const { sealed } = await sealedBy(one);
    await two.start();
    for (const vault of [one, two, two])
      expect(Buffer.from((await vault.open(sealed)) ?? [])).toEqual(secret);
  });

  it('makes one key for a subject, no matter how many callers ask', async () => {
    const subject = newSubject();
    const keys = await Promise.all(
      [world.backend(), world.backend(), world.backend()].map((vault) => vault.createKey(subject)),
    );
    expect(new Set(keys.map(({ keyId }) => keyId)).size).toBe(1);
    expect(keys.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await world.backend().keyIdOf(subject)).toBe(keys[0]?.keyId);
    expect(await world.backend().keyIdOf(newSubject())).toBeUndefined();
  });

  it('detects altered bytes', async () => {
    const vault = world.backend();
    const { subject, sealed } = await sealedBy(vault);
    const other = await sealedBy(vault);
    const changes = [
      { stream: other.subject },
      { revision: 1 },
      { eventId: randomUUID() },
      { type: 'Made.v2' },
      { keyId: other.sealed.keyId },
    ];
    for (const change of changes)
      await expect(vault.open({ ...sealed, ...change })).rejects.toThrow(SealBroken);
    const bytes = await vault.sealBytes(subject, 'signature', secret);
    expect(Buffer.from((await vault.openBytes(subject, 'signature', bytes)) ?? [])).toEqual(secret);
    await expect(vault.openBytes(subject, 'document', bytes)).rejects.toThrow(SealBroken);
    await expect(vault.openBytes(other.subject, 'signature', bytes)).rejects.toThrow(SealBroken);
    await expect(vault.openBytes(subject, 'signature', sealed.bytes)).rejects.toThrow(SealBroken);
  });

  it('detects a wrapped key that was moved to another subject', async () => {
    const vault = world.backend();
    const [one, two] = [await sealedBy(vault), await sealedBy(vault)];
    await world.database.pool.query(
      'UPDATE vault_keys SET wrapped = (SELECT wrapped FROM vault_keys WHERE subject = $2) WHERE subject = $1',
      [one.subject, two.subject],
    );
    await expect(world.backend().open(one.sealed)).rejects.toThrow(SealBroken);
  });

  it('seals nothing without a key, and does not confuse a missing key with a destroyed one', async () => {
    await expect(world.backend().seal(placeIn(newSubject()), secret)).rejects.toThrow(KeyMissing);
    const { subject, sealed } = await sealedBy(world.backend());
    const bytes = await world.backend().sealBytes(subject, 'signature', secret);
    await world.database.pool.query('DELETE FROM vault_keys WHERE subject = $1', [subject]);
    await expect(world.backend().open(sealed)).rejects.toThrow(KeyMissing);
    await expect(world.backend().openBytes(subject, 'signature', bytes)).rejects.toThrow(KeyMissing);
  });

  it('counts a key as missing whose row a trigger drops', async () => {
    await world.database.pool.query(`
      CREATE FUNCTION harm() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      CREATE TRIGGER harm BEFORE INSERT ON vault_keys FOR EACH ROW EXECUTE FUNCTION harm()`);
    try {
      await expect(world.backend().createKey(newSubject())).rejects.toThrow(KeyMissing);
    } finally {
      await world.database.pool.query('DROP FUNCTION harm CASCADE');
    }
  });

  it('does not open with another master key', async () => {
    const { sealed } = await sealedBy(world.backend());
    const stranger = world.backend({ masterKeys: createMasterKeyring(randomBytes(32)) });
    await expect(stranger.open(sealed)).rejects.toThrow(MasterKeyUnknown);
  });
});

describe('destroying a key', () => {
  it('leaves a tombstone: nothing can be opened or sealed, no key is made again, and a repetition returns the same time', async () => {
    const vault = world.backend();
    await vault.start();
    const { subject, sealed } = await sealedBy(vault);
    const first = await vault.destroyKey(subject);
    world.clock.advance(1000);
    expect(await vault.destroyKey(subject)).toEqual(first);
    for (const backend of [vault, world.backend()]) {
      expect(await backend.open(sealed)).toBeUndefined();
      expect(await backend.keyIdOf(subject)).toBeUndefined();
      await expect(backend.seal(placeIn(subject), secret)).rejects.toThrow(KeyDestroyed);
      await expect(backend.createKey(subject)).rejects.toThrow(KeyDestroyed);
    }
    const { rows } = await world.database.pool.query(
      'SELECT wrapped, master_key_id FROM vault_keys WHERE subject = $1',
      [subject],
    );
    expect(rows).toEqual([{ wrapped: null, master_key_id: null }]);
  });

  it('also blocks a subject that never had a key', async () => {
    const [vault, subject] = [world.backend(), newSubject()];
    await vault.destroyKey(subject);
    await expect(vault.createKey(subject)).rejects.toThrow(KeyDestroyed);
  });

  it.each([
    ['puts the key back', 'BEFORE', 'NEW.wrapped := OLD.wrapped; NEW.master_key_id := OLD.master_key_id;'],
    [
      'puts the key back afterwards',
      'AFTER',
      `IF NEW.wrapped IS NULL THEN UPDATE vault_keys SET wrapped = OLD.wrapped WHERE subject = NEW.subject; END IF;`,
    ],
    ['takes the mark away', 'BEFORE', 'NEW.destroyed_at := OLD.destroyed_at;'],
    ['moves the tombstone', 'BEFORE', `NEW.subject := 'nda-' || gen_random_uuid();`],
    ['deletes the tombstone', 'AFTER', 'DELETE FROM vault_keys WHERE subject = NEW.subject;'],
    ['drops the change', 'BEFORE', 'RETURN NULL;'],
  ])('is not reported as done if a trigger %s', async (_, when, body) => {
    const vault = world.backend();
    const { subject } = await sealedBy(vault);
    await world.database.pool.query(`
      CREATE FUNCTION harm() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NEW; END $$;
      CREATE TRIGGER harm ${when} UPDATE ON vault_keys FOR EACH ROW EXECUTE FUNCTION harm()`);
    try {
      await expect(vault.destroyKey(subject)).rejects.toThrow('could not be destroyed');
    } finally {
      await world.database.pool.query('DROP FUNCTION harm CASCADE');
    }
  });

  it('is final even if somebody puts the wrapped key back into the row', async () => {
    const { subject, sealed } = await sealedBy(world.backend());
    const { pool } = world.database;
    await pool.query('CREATE TABLE stolen AS SELECT * FROM vault_keys WHERE subject = $1', [subject]);
    await world.backend().destroyKey(subject);
    await pool.query(
      `UPDATE vault_keys SET wrapped = stolen.wrapped, master_key_id = stolen.master_key_id
       FROM stolen WHERE stolen.subject = vault_keys.subject`,
    );
    const vault = world.backend();
    expect(await vault.open(sealed)).toBeUndefined();
    await expect(vault.createKey(subject)).rejects.toThrow(KeyDestroyed);
  });

  it.each([false, undefined])(
    'leaves the key missing, not destroyed, if no event calls for it: %s',
    async (called) => {
      const tampering = new RecordedTampering();
      const vault = world.backend({ isCalledFor: async () => called, tampering });
      await vault.start();
      const { subject, sealed } = await sealedBy(vault);
      const { pool } = world.database;
      const { rows } = await pool.query<{ wrapped: Buffer; master_key_id: string }>(
        'SELECT wrapped, master_key_id FROM vault_keys WHERE subject = $1',
        [subject],
      );
      await pool.query(
        `UPDATE vault_keys SET wrapped = NULL, master_key_id = NULL, destroyed_at = now(),
         destruction = nextval('vault_keys_destruction_seq') WHERE subject = $1`,
        [subject],
      );
      await pool.query('SELECT pg_notify($1, $2)', [DESTROYED_CHANNEL, subject]);
      await until(() =>
        vault.open(sealed).then(
          () => false,
          (error) => error instanceof KeyMissing,
        ),
      );
      await expect(vault.seal(placeIn(subject), secret)).rejects.toThrow(KeyMissing);
      await expect(vault.createKey(subject)).rejects.toThrow(KeyMissing);
      expect(await vault.keyIdOf(subject)).toBeUndefined();
      expect(await vault.isDestroyed(subject)).toBe(false);
      const told =
        called === false ? { kind: 'key_without_erasure', subject: { stream: subject } } : undefined;
      expect(tampering.all[0]).toEqual(told);
      // No event called for this destruction, so no backend remembers it permanently. Once the row is
      // restored, the sealed data can be opened again.
      await pool.query(
        'UPDATE vault_keys SET wrapped = $2, master_key_id = $3, destroyed_at = NULL, destruction = NULL WHERE subject = $1',
        [subject, rows[0]?.wrapped, rows[0]?.master_key_id],
      );
      expect(await vault.open(sealed)).toEqual(Buffer.from(secret));
    },
  );

  it('asks the stream once for all simultaneous reads, and never again once it has confirmed the destruction', async () => {
    let asked = 0;
    const isCalledFor = async (): Promise<boolean> => {
      asked += 1;
      return true;
    };
    const { subject, sealed } = await sealedBy(world.backend());
    await world.backend().destroyKey(subject);
    const vault = world.backend({ isCalledFor });
    await vault.start();
    expect(await Promise.all([1, 2, 3].map(() => vault.open(sealed)))).toEqual(Array(3).fill(undefined));
    expect(await vault.open(sealed)).toBeUndefined();
    expect(asked).toBe(1);
  });

  it('counts as neither missing nor destroyed if the stream cannot be asked', async () => {
    const { subject, sealed } = await sealedBy(world.backend());
    await world.backend().destroyKey(subject);
    const vault = world.backend({ isCalledFor: () => Promise.reject(new Error('away')) });
    await expect(vault.open(sealed)).rejects.toThrow('away');
  });

  it('removes the key from the caches of other backends at once', async () => {
    // The backend that destroys the key has a clock that is far behind.
    const behind = { now: () => new Date(world.clock.now().getTime() - 3_600_000) };
    const [one, two] = [world.backend({ clock: behind }), world.backend()];
    await two.start();
    const { subject, sealed } = await sealedBy(one);
    expect(await two.open(sealed)).toBeDefined();
    await one.destroyKey(subject);
    await until(async () => (await two.open(sealed)) === undefined, CACHE_LEASE_MS);
  });

  it('takes effect without an announcement once the lease in another backend expires', async () => {
    const [one, deaf] = [world.backend(), world.backend()];
    await deaf.start();
    const { subject, sealed } = await sealedBy(one);
    expect(await deaf.open(sealed)).toBeDefined();
    await destroyUnheard(subject);
    expect(await deaf.open(sealed)).toBeDefined();
    world.clock.advance(CACHE_LEASE_MS + 1);
    expect(await deaf.open(sealed)).toBeUndefined();
  });

  it('is found by the check for missed announcements', async () => {
    const [one, two] = [world.backend(), world.backend()];
    await two.start();
    const { subject, sealed } = await sealedBy(one);
    expect(await two.open(sealed)).toBeDefined();
    await world.database.pool.query(
      `UPDATE vault_keys SET wrapped = NULL, destroyed_at = $2, destruction = nextval('vault_keys_destruction_seq')
       WHERE subject = $1`,
      [subject, world.clock.now()],
    );
    await until(async () => (await two.open(sealed)) === undefined);
  });

  it('reaches a backend that lost its listening connection: it drops all keys, and listens again later', async () => {
    const [one, two] = [world.backend(), world.backend()];
    await two.start();
    const { subject, sealed } = await sealedBy(one);
    expect(await two.open(sealed)).toBeDefined();
    await destroyUnheard(subject);
    await terminateListeners();
    await until(async () => (await two.open(sealed)) === undefined);
    const next = await sealedBy(one);
    await until(async () => (await openedWithoutDatabase(two, next.sealed)) !== undefined);
  });
});

/**
 * Destroys a key without a notification and without a destruction number, so that no check for missed
 * announcements finds it.
 */
async function destroyUnheard(subject: string): Promise<void> {
  const longAgo = new Date(world.clock.now().getTime() - 3_600_000);
  await world.database.pool.query(
    'UPDATE vault_keys SET wrapped = NULL, destroyed_at = $2 WHERE subject = $1',
    [subject, longAgo],
  );
}

/**
 * Opens sealed bytes while the key's row cannot be found in the database. This works only if the key is
 * cached.
 */
async function openedWithoutDatabase(vault: Vault, sealed: Sealed): Promise<Uint8Array | undefined> {
  await vault.open(sealed);
  await world.database.pool.query("UPDATE vault_keys SET subject = subject || '-away' WHERE subject = $1", [
    sealed.stream,
  ]);
  const opened = await vault.open(sealed).catch(ignoreMissingKey);
  await world.database.pool.query("UPDATE vault_keys SET subject = $1 WHERE subject = $1 || '-away'", [
    sealed.stream,
  ]);
  return opened;
}

it('identifies a master key without revealing it', () => {
  const key = randomBytes(32);
  expect(masterKeyId(key)).toMatch(/^[0-9a-f]{16}$/);
  expect(masterKeyId(key)).not.toBe(masterKeyId(randomBytes(32)));
  expect(() => createMasterKeyring(randomBytes(31))).toThrow('MASTER_KEY');
});

describe('data derived from plaintext', () => {
  it("is derived once for its owner while the key is in memory, and never after the key's destruction", async () => {
    const [one, two] = [world.backend(), world.backend()];
    await one.start();
    const { subject, sealed } = await sealedBy(one);
    const make = jest.fn(async () => ({ text: String(await one.open(sealed)) }));
    const owner = {};
    const made = await one.memoizeUnderKey(subject, owner, make);
    expect(await one.memoizeUnderKey(subject, owner, make)).toBe(made);
    expect(await one.memoizeUnderKey(subject, {}, make)).not.toBe(made);
    expect(make).toHaveBeenCalledTimes(2);
    await two.destroyKey(subject);
    await until(async () => (await one.memoizeUnderKey(subject, owner, make)).text === 'undefined');
  });

  it('is not kept by a backend that is not listening for destructions', async () => {
    const vault = world.backend();
    const { subject, sealed } = await sealedBy(vault);
    const make = jest.fn(async () => ({ text: String(await vault.open(sealed)) }));
    const owner = {};
    await vault.memoizeUnderKey(subject, owner, make);
    await vault.memoizeUnderKey(subject, owner, make);
    expect(make).toHaveBeenCalledTimes(2);
  });
});
