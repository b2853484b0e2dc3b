import { randomBytes } from 'node:crypto';
import { createReceipts, verifyReceipt, verifyStatement } from './receipts.js';
import { createVaultDatabase, type VaultDatabase } from './testing/vault-database.js';

let world: VaultDatabase;
beforeAll(async () => {
  world = await createVaultDatabase();
});
afterAll(() => world.drop());

const event = { stream: 'nda-1', revision: 4, hash: 'ab'.repeat(32), at: '2026-11-12T10:00:00.000Z' };

describe('receipts', () => {
  it('are verified by the stored public keys, even after the signing key was replaced', async () => {
    const { pool } = world.database;
    const [old, current] = [
      createReceipts({ signingKey: randomBytes(32), pool }),
      createReceipts({ signingKey: randomBytes(32), pool }),
    ];
    await old.start();
    await old.start();
    const receipt = await old.receiptFor(event);
    await current.start();
    const keys = await current.publicKeys();
    expect(keys.map((key) => key.keyId)).toEqual([old.keyId, current.keyId]);
    expect(receipt).toMatchObject({
      stream: 'nda-1',
      revision: 4,
      eventHash: event.hash,
      lastCheckpoint: null,
      keyId: old.keyId,
    });
    expect(verifyReceipt(receipt, keys)).toBe(true);
    expect(verifyReceipt(await current.receiptFor(event), keys)).toBe(true);
    expect(verifyReceipt(receipt, keys.slice(1))).toBe(false);
  });

  it('reveal any alteration', async () => {
    const receipts = createReceipts({ signingKey: randomBytes(32), pool: world.database.pool });
    await receipts.start();
    const keys = await receipts.publicKeys();
    const receipt = await receipts.receiptFor(event);
    const other = keys.find((key) => key.keyId !== receipts.keyId);
    const changes = [
      { stream: 'nda-2' },
      { revision: 5 },
      { eventHash: 'cd'.repeat(32) },
      { at: '2026-11-12T10:00:00.001Z' },
      { lastCheckpoint: 'x' },
      { keyId: other?.keyId ?? '' },
      { signature: Buffer.alloc(64).toString('base64') },
      { signature: '' },
    ];
    for (const change of changes) expect(verifyReceipt({ ...receipt, ...change }, keys)).toBe(false);
    const imposter = createReceipts({ signingKey: randomBytes(32), pool: world.database.pool });
    const forged = { ...(await imposter.receiptFor(event)), keyId: receipts.keyId };
    expect(verifyReceipt(forged, keys)).toBe(false);
  });

  it('are not verified by another key under the same id', async () => {
    const { pool } = world.database;
    const [ours, imposter] = [
      createReceipts({ signingKey: randomBytes(32), pool }),
      createReceipts({ signingKey: randomBytes(32), pool }),
    ];
    await imposter.start();
    const own = (await imposter.publicKeys()).find(({ keyId }) => keyId === imposter.keyId);
    const statement = { of: 'a statement', keyId: ours.keyId };
    const put = { keyId: ours.keyId, publicKey: own?.publicKey ?? '' };
    expect(verifyStatement(statement, imposter.sign(statement), own)).toBe(true);
    expect(verifyStatement(statement, imposter.sign(statement), put)).toBe(false);
  });

  it('use the key pair that belongs to the seed (RFC 8032, test 1)', async () => {
    const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
    const { pool } = world.database;
    const receipts = createReceipts({ signingKey: seed, pool });
    await receipts.start();
    const own = (await receipts.publicKeys()).find((key) => key.keyId === receipts.keyId);
    expect(Buffer.from(own?.publicKey ?? '', 'base64').toString('hex')).toBe(
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    );
    expect(createReceipts({ signingKey: seed, pool }).sign({ a: 1 })).toBe(receipts.sign({ a: 1 }));
    expect(() => createReceipts({ signingKey: randomBytes(31), pool })).toThrow('CHECKPOINT_KEY');
  });
});
