import { randomBytes, randomUUID } from 'node:crypto';
import { createBlobStore } from './blob-store.js';
import { destroySubject, receiptOf, verifyDestruction } from './erasure.js';
import { createReceipts } from './receipts.js';
import { createVaultDatabase, type VaultDatabase } from './testing/vault-database.js';
import { KeyDestroyed, SealBroken } from './vault.js';

let world: VaultDatabase;
beforeAll(async () => {
  world = await createVaultDatabase();
});
afterAll(() => world.drop());

const EVENT = { eventId: randomUUID(), eventHash: 'ab'.repeat(32) };
const SECRET = 'Erika Mustermann, Musterstraße 1';

async function subjectWithBlob() {
  const vault = world.backend();
  const blobs = createBlobStore({ pool: world.database.pool, vault });
  const subject = `nda-${randomUUID()}`;
  await vault.createKey(subject);
  await blobs.put(subject, 'signature:1', Buffer.from(SECRET));
  return { vault, blobs, subject };
}

describe('blob store', () => {
  it('stores only the first bytes under a label, sealed', async () => {
    const { blobs, subject } = await subjectWithBlob();
    await blobs.put(subject, 'signature:1', Buffer.from('other'));
    await blobs.put(subject, 'document', randomBytes(300_000));
    expect((await blobs.get(subject, 'signature:1'))?.toString()).toBe(SECRET);
    expect(await blobs.get(subject, 'document')).toHaveLength(300_000);
    expect(await blobs.get(subject, 'nothing')).toBeUndefined();
    const { rows } = await world.database.pool.query<{ bytes: Buffer }>(
      'SELECT bytes FROM sealed_blobs WHERE subject = $1',
      [subject],
    );
    expect(rows.some((row) => row.bytes.includes('Mustermann'))).toBe(false);
  });

  it('compresses bytes before it seals them, and returns the same bytes', async () => {
    const { blobs, subject } = await subjectWithBlob();
    const document = Buffer.from(`%PDF-1.7\n${'0000000016 00000 n \n'.repeat(15_000)}%%EOF`);
    await blobs.put(subject, 'document', document);
    const { rows } = await world.database.pool.query<{ bytes: Buffer }>(
      "SELECT bytes FROM sealed_blobs WHERE subject = $1 AND label = 'document'",
      [subject],
    );
    expect(rows.map(({ bytes }) => bytes.length < document.length / 50)).toEqual([true]);
    expect((await blobs.get(subject, 'document'))?.equals(document)).toBe(true);
  });

  it('detects a blob that was moved to another label', async () => {
    const { blobs, subject } = await subjectWithBlob();
    await world.database.pool.query("UPDATE sealed_blobs SET label = 'signature:2' WHERE subject = $1", [
      subject,
    ]);
    await expect(blobs.get(subject, 'signature:2')).rejects.toThrow(SealBroken);
  });

  it('refuses a blob whose subject was destroyed while the blob was being sealed', async () => {
    const { vault, subject } = await subjectWithBlob();
    const late = createBlobStore({
      pool: world.database.pool,
      vault: {
        ...vault,
        isDestroyed: (whose) => vault.isDestroyed(whose),
        sealBytes: async (...what) => {
          const sealed = await vault.sealBytes(...what);
          await vault.destroyKey(subject);
          return sealed;
        },
      },
    });
    await expect(late.put(subject, 'late', Buffer.from(SECRET))).rejects.toThrow(KeyDestroyed);
    expect(
      (await world.database.pool.query("SELECT 1 FROM sealed_blobs WHERE label = 'late'")).rowCount,
    ).toBe(0);
  });
});

describe('destroying a subject', () => {
  it('leaves neither blobs nor a key, gives a receipt that anyone can verify, and is safe to repeat', async () => {
    const { vault, blobs, subject } = await subjectWithBlob();
    const receipts = createReceipts({ signingKey: randomBytes(32), pool: world.database.pool });
    await receipts.start();
    const keyId = (await vault.keyIdOf(subject)) ?? '';
    const destroyedAt = await destroySubject({ vault, kept: [blobs] }, subject);
    world.clock.advance(60_000);
    expect(await destroySubject({ vault, kept: [blobs] }, subject)).toEqual(destroyedAt);
    const receipt = receiptOf(receipts, subject, { keyId, destroyedAt, ...EVENT });
    const keys = await receipts.publicKeys();
    expect(verifyDestruction(subject, receipt, keys)).toBe(true);
    expect(verifyDestruction('nda-other', receipt, keys)).toBe(false);
    expect(verifyDestruction(subject, { ...receipt, destroyedAt: '2020-01-01T00:00:00.000Z' }, keys)).toBe(
      false,
    );
    const { rows } = await world.database.pool.query(
      `SELECT (SELECT count(*)::int FROM sealed_blobs WHERE subject = $1) AS blobs,
              (SELECT count(*)::int FROM vault_keys WHERE subject = $1 AND wrapped IS NOT NULL) AS keys`,
      [subject],
    );
    expect(rows).toEqual([{ blobs: 0, keys: 0 }]);
    expect(await blobs.get(subject, 'signature:1')).toBeUndefined();
    await expect(blobs.put(subject, 'signature:1', Buffer.from(SECRET))).rejects.toThrow(KeyDestroyed);
  });

  it('gives a receipt that is valid only together with the event that called for it', async () => {
    const receipts = createReceipts({ signingKey: randomBytes(32), pool: world.database.pool });
    const keys = receipts.configuredKeys;
    const what = { keyId: 'key-1', destroyedAt: '2026-11-11T10:00:00.000Z', ...EVENT };
    const receipt = receiptOf(receipts, 'nda-1', what);
    expect(verifyDestruction('nda-1', receipt, keys)).toBe(true);
    const { eventId: _, eventHash: __, ...without } = receipt;
    const others = [
      without,
      { ...receipt, eventId: randomUUID() },
      { ...receipt, eventHash: 'cd'.repeat(32) },
      { ...receipt, keyId: 'key-2' },
    ];
    for (const other of others) expect(verifyDestruction('nda-1', other, keys)).toBe(false);
  });

  it('accepts old receipts that do not name that event, and distinguishes the two kinds', () => {
    const receipts = createReceipts({ signingKey: randomBytes(32), pool: world.database.pool });
    const formerly = {
      keyId: 'key-1',
      destroyedAt: '2026-11-11T10:00:00.000Z',
      receiptKeyId: receipts.keyId,
    };
    const receiptSignature = receipts.sign({ stream: 'nda-1', ...formerly });
    const keys = receipts.configuredKeys;
    expect(verifyDestruction('nda-1', { ...formerly, receiptSignature }, keys)).toBe(true);
    expect(verifyDestruction('nda-1', { ...formerly, ...EVENT, receiptSignature }, keys)).toBe(false);
  });
});
