import { randomUUID } from 'node:crypto';
import { BufferCount, type Read } from '../platform/postgres/testing/count-buffers.js';
import { grownReads } from '../platform/postgres/testing/grown-reads.js';
import { isLongRun } from '../platform/testing/long-run.js';
import { BlobMissing, createBlobStore } from './blob-store.js';
import { destroyedKeys, destroyedSince, notDestroyed } from './key-table.js';
import {
  COUNTED_MAX,
  countMissingKeys,
  holdsKeys,
  noteMissingKeys,
  countMissingKeysReadOnly,
} from './missing-keys.js';
import { createVaultDatabase, type VaultDatabase } from './testing/vault-database.js';

let world: VaultDatabase;
beforeEach(async () => {
  world = await createVaultDatabase();
});
afterEach(() => world.drop());

async function destroyed(above: number, batchSize = 1000): Promise<{ number: number; subject: string }[]> {
  const found: { number: number; subject: string }[] = [];
  for await (const keys of destroyedKeys(world.database.pool, above, batchSize)) found.push(...keys);
  return found;
}

it('destroyed keys come once each, in the order in which they became known, regardless of their times', async () => {
  const vault = world.backend();
  const first = `nda-${randomUUID()}`;
  await vault.createKey(first);
  await vault.destroyKey(first);
  const [known] = await destroyed(0);
  expect(known).toMatchObject({ subject: first });
  const others = Array.from({ length: 25 }, () => `nda-${randomUUID()}`);
  const times = ['2020-01-01T00:00:00.000Z', undefined];
  await Promise.all(
    [world.backend(), world.backend()].flatMap((backend) =>
      others.map((subject, n) => backend.destroyKey(subject, { at: times[n % 2] })),
    ),
  );
  const later = await destroyed(known?.number ?? 0, 10);
  expect(later.map(({ subject }) => subject).toSorted()).toEqual(others.toSorted());
  expect(later.map(({ number }) => number)).toEqual(
    later.map(({ number }) => number).toSorted((a, b) => a - b),
  );
});

it('a check finds the keys that were destroyed since the one before, and no others', async () => {
  const { pool } = world.database;
  const vault = world.backend();
  expect(await destroyedSince(pool, undefined)).toEqual({ subjects: [], next: '0' });
  await vault.destroyKey('nda-before');
  const first = await destroyedSince(pool, undefined);
  expect(first.subjects).toEqual([]);
  for (const subject of ['nda-a', 'nda-b']) await vault.destroyKey(subject);
  const second = await destroyedSince(pool, first.next);
  expect(second.subjects.toSorted()).toEqual(['nda-a', 'nda-b']);
  expect(await destroyedSince(pool, second.next)).toEqual({ subjects: [], next: second.next });
});

/** Destroys the keys from `nda-<from + 1>` to `nda-<to>`. */
const destroyUpTo = (from: number, to: number): Promise<unknown> =>
  world.database.pool.query(
    `INSERT INTO vault_keys (subject, created_at, destroyed_at, destruction)
     SELECT 'nda-' || n, now(), now(), nextval('vault_keys_destruction_seq') FROM generate_series($1::int + 1, $2) n`,
    [from, to],
  );

it('a check reads no more rows when ten times as many keys were destroyed', async () => {
  const { pool, url } = world.database;
  const count = new BufferCount(url);
  const few = 500;
  const look = async (): Promise<Map<string, Read>> => {
    const { next } = await destroyedSince(pool, undefined);
    return new Map([
      ['the first', await count.of(() => destroyedSince(count.pool, undefined))],
      ['a later one', await count.of(() => destroyedSince(count.pool, next))],
    ]);
  };
  try {
    await destroyUpTo(0, few);
    const young = await look();
    await destroyUpTo(few, isLongRun() ? 100 * few : 10 * few);
    expect(grownReads(young, await look())).toEqual([]);
  } finally {
    await count.end();
  }
});

it('many subjects are looked up one by one, no matter how many keys there are', async () => {
  const { pool, url } = world.database;
  const count = new BufferCount(url);
  const asked = Array.from({ length: COUNTED_MAX }, (_, n) => `nda-${n + 1}`);
  const few = 2 * asked.length;
  const asking = async (): Promise<Map<string, Read>> => {
    await pool.query('VACUUM ANALYZE vault_keys');
    return new Map([
      ['not destroyed', await count.of(() => notDestroyed(count.pool, asked))],
      ['noted as missing', await count.of(() => noteMissingKeys(count.pool, asked))],
    ]);
  };
  try {
    await destroyUpTo(0, few);
    const young = await asking();
    await destroyUpTo(few, isLongRun() ? 100 * few : 10 * few);
    expect(grownReads(young, await asking())).toEqual([]);
  } finally {
    await count.end();
  }
});

it('an uncommitted destruction delays the number of the next one', async () => {
  const { pool } = world.database;
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO vault_keys (subject, created_at, destroyed_at, destruction)
     VALUES ('nda-slow', now(), now(), CASE WHEN pg_advisory_xact_lock(7316002003)::text IS NOT NULL THEN nextval('vault_keys_destruction_seq') END)`,
  );
  const next = world.backend().destroyKey('nda-quick');
  let isDone = false;
  void next.then(() => {
    isDone = true;
  });
  expect(await destroyed(0)).toEqual([]);
  expect(isDone).toBe(false);
  await client.query('COMMIT');
  client.release();
  await next;
  expect((await destroyed(0)).map(({ subject }) => subject)).toEqual(['nda-slow', 'nda-quick']);
});

it('a destruction after a forged row is found even by a reader that had skipped that row', async () => {
  const { pool } = world.database;
  await pool.query(
    `INSERT INTO vault_keys (subject, created_at, destroyed_at, destruction)
     VALUES ('nda-called-destroyed', now(), now(), nextval('vault_keys_destruction_seq'))`,
  );
  const [written] = await destroyed(0);
  await world.backend().destroyKey('nda-called-destroyed');
  const found = await destroyed(written?.number ?? 0);
  expect(found).toMatchObject([{ subject: 'nda-called-destroyed' }]);
  await world.backend().destroyKey('nda-called-destroyed', { isRecorded: true });
  expect(await destroyed(written?.number ?? 0)).toEqual(found);
});

it('missing keys are counted until they are restored or destroyed', async () => {
  const { pool } = world.database;
  const vault = world.backend();
  expect(await holdsKeys(pool)).toBe(false);
  await vault.createKey('nda-here');
  expect(await holdsKeys(pool)).toBe(true);
  await noteMissingKeys(pool, ['nda-here', 'nda-a', 'nda-b', 'nda-a']);
  await noteMissingKeys(pool, ['nda-a', 'nda-c']);
  await noteMissingKeys(pool, []);
  expect(await countMissingKeys(pool)).toBe(3);
  await vault.createKey('nda-a');
  await vault.destroyKey('nda-b');
  // `countMissingKeys` deletes rows. The read-only count gives the same result before and after that
  // deletion.
  expect(await countMissingKeysReadOnly(pool)).toBe(1);
  expect(await countMissingKeys(pool)).toBe(1);
  expect(await countMissingKeysReadOnly(pool)).toBe(1);
});

it('a count of missing keys looks up a limited number of keys, no matter how many were restored', async () => {
  const { pool } = world.database;
  await noteMissingKeys(
    pool,
    Array.from({ length: 2 * COUNTED_MAX + 500 }, (_, n) => `nda-back-${n}`),
  );
  expect(await countMissingKeys(pool)).toBe(COUNTED_MAX);
  await pool.query(
    `INSERT INTO vault_keys (subject, created_at, destroyed_at) SELECT subject, now(), now() FROM missing_keys`,
  );
  expect(await countMissingKeys(pool)).toBe(COUNTED_MAX);
  expect(await countMissingKeys(pool)).toBe(500);
  expect(await countMissingKeys(pool)).toBe(0);
});

it('a blob that an event names counts as missing if it is not there, unless its key was destroyed', async () => {
  const vault = world.backend();
  const blobs = createBlobStore({ pool: world.database.pool, vault });
  await vault.createKey('nda-1');
  expect(await blobs.get('nda-1', 'image')).toBeUndefined();
  await expect(blobs.getRecorded('nda-1', 'image')).rejects.toThrow(BlobMissing);
  await blobs.put('nda-1', 'image', Buffer.from('ink'));
  expect((await blobs.getRecorded('nda-1', 'image'))?.toString()).toBe('ink');
  await vault.destroyKey('nda-1');
  expect(await blobs.getRecorded('nda-1', 'image')).toBeUndefined();
  await blobs.deleteAll('nda-1');
  expect(await blobs.getRecorded('nda-1', 'image')).toBeUndefined();
});
