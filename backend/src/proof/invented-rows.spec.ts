import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProtocolServer } from '../eventsourcing/event-store/eventstoredb/testing/protocol-server.js';
import { metadataOf } from '../eventsourcing/journal/chain.js';
import { ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { createReceipts } from '../vault/receipts.js';
import { leavesFrom } from './leaves.js';
import { type EventProof, proveEvent } from './prove-event.js';
import { CheckpointNotOurs } from './checkpoint-to-continue.js';
import { TreeNotContinued } from './renew-tree.js';
import { checkpointBefore, checkpointsAfter } from './signed-checkpoints.js';
import { rangeRoots, treeSize } from './stored-tree.js';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';
import { firstUnlessAll, onlyInAll } from '../platform/testing/only-in-all.js';

let met: CheckpointedLog;
const sql = (text: string, values: readonly unknown[] = []) => met.pool.query(text, [...values]);
const proofOf = (hash: string): Promise<EventProof | undefined> => proveEvent(met.treeParts, hash);
const hashes = async (): Promise<string[]> =>
  (await met.rows()).flatMap((row) => metadataOf(row)?.hash ?? []);
const told = (): string[] => met.tampering.all.map(({ kind }) => kind);
async function insertLeaf(place: number, hash: string, stream: string, revision: number): Promise<void> {
  await sql('INSERT INTO log_leaves (place, event_hash, stream, revision) VALUES ($1, $2, $3, $4)', [
    place,
    Buffer.from(hash, 'hex'),
    stream,
    revision,
  ]);
}
const allCovered = async (): Promise<void> => {
  await met.untilAllHaveLeaves();
  await met.sign();
  for (const hash of await hashes()) expect(await proofOf(hash)).toBeDefined();
  expect(await met.verify()).toMatchObject({ firstBroken: null });
};

describe.each(firstUnlessAll(['PostgreSQL', 'EventStoreDB']))('a forged leaf beside a log in %s', (kept) => {
  let server: ProtocolServer;
  beforeEach(async () => {
    server = new ProtocolServer();
    if (kept === 'EventStoreDB') await server.start();
    met = await CheckpointedLog.open(kept === 'EventStoreDB' ? server.url : undefined);
  });
  afterEach(async () => {
    await met.stop();
    if (kept === 'EventStoreDB') await server.stop();
  });

  it('gets no checkpoint and no proof if its hash is invented, is reported, and the log continues', async () => {
    const id = await met.nda();
    const first = await met.sign();
    await met.nda();
    const invented = randomBytes(32).toString('hex');
    await insertLeaf(2, invented, ndaStream(id), 1);
    const signed = await met.sign();
    expect([first.size, signed.size]).toEqual([1, 2]);
    expect(await proofOf(invented)).toBeUndefined();
    expect(met.tampering.all).toEqual([{ kind: 'leaf_without_event', subject: { place: 2 } }]);
    // The checkpointer starts again at the place of the forged leaf, and reads the following events again.
    await met.bench.nda();
    await allCovered();
    expect(await proofOf(invented)).toBeUndefined();
    expect(told()).toEqual(['leaf_without_event']);
  });

  it('gets no checkpoint and no proof, even if leaves follow it, if it leaves a gap, or if it is far beyond the end', async () => {
    const id = await met.nda();
    await met.sign();
    for (const place of [1, 7, 2 ** 40]) {
      const size = await treeSize(met.pool);
      const invented = randomBytes(32).toString('hex');
      await insertLeaf(size - 1 + place, invented, ndaStream(id), 9);
      await met.bench.nda();
      await met.sign();
      expect(await proofOf(invented)).toBeUndefined();
      await allCovered();
      expect(await proofOf(invented)).toBeUndefined();
    }
    // The request for a proof may come before the tree is rebuilt.
    expect(told()).toContain('leaf_without_event');
    expect(told().filter((kind) => kind !== 'leaf_without_event' && kind !== 'tree_seal')).toEqual([]);
  });

  it('is named after its event again if it names another stream, and no other leaf changes', async () => {
    const [one, other] = [await met.nda(), await met.nda()];
    await sql('UPDATE log_leaves SET stream = $1 WHERE place = 1', [ndaStream(one)]);
    // The MAC covers the hash of the leaf alone.
    expect((await met.sign()).size).toBe(2);
    expect((await leavesFrom(met.pool, 0, 10)).map(({ stream }) => stream)).toEqual(
      [one, other].map(ndaStream),
    );
    expect(told()).toEqual(['leaf_without_event']);
    await allCovered();
  });

  onlyInAll.it('gets no checkpoint and no proof if a leaf in the middle was changed', async () => {
    for (let n = 0; n < 2; n += 1) await met.nda();
    await met.sign();
    const id = await met.nda(oneOfEachCommand.SetLegalHold);
    await met.nda();
    const [, , third, fourth] = await leavesFrom(met.pool, 0, 10);
    const invented = randomBytes(32).toString('hex');
    await sql('UPDATE log_leaves SET event_hash = $1 WHERE place = 3', [Buffer.from(invented, 'hex')]);
    expect((await met.sign()).size).toBe(3);
    expect(await proofOf(invented)).toBeUndefined();
    await allCovered();
    expect([third?.stream, fourth?.stream]).toEqual([ndaStream(id), ndaStream(id)]);

    // If somebody changes a leaf that a checkpoint already covers, the leaf is not repaired. Signing
    // continues, and a verification reports the leaf by its place.
    await allCovered();
    await sql('UPDATE log_leaves SET event_hash = $1 WHERE place = 1', [Buffer.from(invented, 'hex')]);
    expect(await proofOf(invented)).toBeUndefined();
    expect((await met.verify()).places).toMatchObject([
      { stream: null, detail: expect.stringContaining('leaf 1 ') },
    ]);
  });

  it('affects no other leaf if two backends sign at once, or if one is killed before the checkpoint is signed', async () => {
    const id = await met.nda();
    await insertLeaf(1, randomBytes(32).toString('hex'), ndaStream(id), 1);
    const spy = jest.spyOn(met.bench.infrastructure.receipts, 'sign').mockImplementationOnce(() => {
      throw new Error('killed before the head');
    });
    await expect(met.sign()).rejects.toThrow('killed');
    spy.mockRestore();
    expect(await checkpointsAfter(met.pool, -1, 10)).toEqual([]);
    const [one, other] = await Promise.all([met.sign(), met.sign()]);
    expect(one).toEqual(other);
    expect(one.size).toBe(1);
    await allCovered();
  });
});

describe('beside a log,', () => {
  beforeEach(async () => {
    met = await CheckpointedLog.open();
  });
  afterEach(() => met.stop());

  it('an event that a forged leaf names gets no second leaf', async () => {
    await met.nda();
    await met.stopCheckpointer();
    const id = await met.bench.nda();
    const [, hash = ''] = await hashes();
    await insertLeaf(1, hash, ndaStream(id), 0);
    expect((await met.sign()).size).toBe(2);
    expect(told()).toEqual(['leaf_without_event', 'tree_seal']);
    // The leaf has the event's MAC now.
    await sql('DELETE FROM log_tree');
    expect((await met.sign()).size).toBe(2);
    expect(told()).toEqual(['leaf_without_event', 'tree_seal', 'tree_seal']);
  });

  it.each([
    ['its size', 'UPDATE log_checkpoints SET size = size + 1'],
    ['its root', "UPDATE log_checkpoints SET root = decode(repeat('ab', 32), 'hex')"],
    ['its time', "UPDATE log_checkpoints SET at = at - interval '1 day'"],
    ['its time to infinity', "UPDATE log_checkpoints SET at = 'infinity'"],
    ['its time to one that no JavaScript knows', "UPDATE log_checkpoints SET at = '290000-01-01'"],
    ['its signature', "UPDATE log_checkpoints SET signature = decode(repeat('ab', 64), 'hex')"],
    ['the name of its key', "UPDATE log_checkpoints SET key_id = repeat('a', 16)"],
  ])(
    'a checkpoint is neither continued nor named, and is reported, if somebody changed %s',
    async (_, change) => {
      await met.nda();
      const signed = await met.sign();
      const [hash = ''] = await hashes();
      await met.nda();
      await sql(change);
      await expect(met.sign()).rejects.toBeInstanceOf(CheckpointNotOurs);
      expect(told()).toEqual(['checkpoint']);
      const { receipts } = met.bench.infrastructure;
      expect(await checkpointBefore(met.pool, 'ab'.repeat(32), receipts.ownKey)).toBeNull();
      expect(await proofOf(hash)).toBeUndefined();
      // The runbook tells the operator to restore the row or to remove it.
      await sql('DELETE FROM log_checkpoints');
      await allCovered();
      expect((await proofOf(hash))?.checkpoint).toEqual(signed);
      expect(told()).toEqual(['checkpoint', 'checkpoint_behind']);
    },
  );

  it("a stranger's checkpoint is not continued and covers nothing, even if a row contains its key", async () => {
    const id = await met.nda();
    await met.sign();
    const stranger = createReceipts({ signingKey: randomBytes(32), pool: met.pool });
    await stranger.start();
    const invented = randomBytes(32).toString('hex');
    await insertLeaf(1, invented, ndaStream(id), 1);
    const [, root] = await rootsOf([1, 2]);
    const statement = { size: 2, root: root ?? '', at: new Date().toISOString(), keyId: stranger.keyId };
    await sql('INSERT INTO log_checkpoints (size, root, at, key_id, signature) VALUES (2, $1, $2, $3, $4)', [
      Buffer.from(statement.root, 'hex'),
      statement.at,
      statement.keyId,
      Buffer.from(stranger.sign(statement), 'base64'),
    ]);
    await expect(met.sign()).rejects.toBeInstanceOf(CheckpointNotOurs);
    expect(await proofOf(invented)).toBeUndefined();
    const { pool, bench } = met;
    const { ownKey } = bench.infrastructure.receipts;
    expect(await checkpointBefore(pool, invented, ownKey)).toMatch(/^1:/);
    await sql('DELETE FROM log_checkpoints WHERE size = 2');
    await met.sign();
    await allCovered();
  });

  it('a row does not make a key ours: neither with an invented proof nor with that of another row', async () => {
    const { receipts } = met.bench.infrastructure;
    const stranger = createReceipts({ signingKey: randomBytes(32), pool: met.pool });
    await stranger.start();
    expect(await receipts.ownKey(stranger.keyId)).toBeUndefined();
    await sql('UPDATE signing_keys SET proof = $1 WHERE key_id = $2', ['ab'.repeat(32), stranger.keyId]);
    expect(await receipts.ownKey(stranger.keyId)).toBeUndefined();
    await sql(
      'UPDATE signing_keys SET proof = (SELECT proof FROM signing_keys WHERE key_id = $1) WHERE key_id = $2',
      [receipts.keyId, stranger.keyId],
    );
    expect(await receipts.ownKey(stranger.keyId)).toBeUndefined();
    // A replaced key still counts as our own while the same INDEX_KEY confirms it.
    const { keyedHash } = met.bench.infrastructure;
    const next = createReceipts({ signingKey: randomBytes(32), keyedHash, pool: met.pool });
    await next.start();
    expect(await next.ownKey(receipts.keyId)).toMatchObject({ keyId: receipts.keyId });
    expect(await next.ownKey(stranger.keyId)).toBeUndefined();
  });

  it('changed nodes behind the last checkpoint are repaired, and changed nodes below it block signing', async () => {
    for (let n = 0; n < 20; n += 1) await met.bench.nda();
    await met.untilAllHaveLeaves();
    await sql("UPDATE log_nodes SET hash = decode(repeat('ab', 32), 'hex')");
    expect((await met.sign()).size).toBe(20);
    expect(told()).toEqual(['tree']);
    await allCovered();
    await met.nda();
    await sql("UPDATE log_nodes SET hash = decode(repeat('ab', 32), 'hex')");
    await expect(met.sign()).rejects.toBeInstanceOf(TreeNotContinued);
    expect(told()).toEqual(['tree', 'tree']);
    // Rebuilds the tree from the log with the SQL of the runbook. The checkpoint then shows that the new tree
    // equals the old one.
    const runbook = readFileSync(join(__dirname, '../../../docs/operations.md'), 'utf8');
    const [, block = ''] = /##### The whole tree is rebuilt\n[^]*?```sql\n([^]*?)```/.exec(runbook) ?? [];
    expect(block).toContain('log_nodes');
    await met.stopCheckpointer();
    await sql(block);
    met.restartCheckpointer();
    await allCovered();
    expect(told()).toEqual(['tree', 'tree']);
  });

  it('a changed leaf below a node gets no proof, and missing leaves block signing even if their nodes exist', async () => {
    for (let n = 0; n < 16; n += 1) await met.bench.nda();
    await met.untilAllHaveLeaves();
    expect((await met.sign()).size).toBe(16);
    const invented = randomBytes(32);
    await sql('UPDATE log_leaves SET event_hash = $1 WHERE place = 3', [invented]);
    expect(await proofOf(invented.toString('hex'))).toBeUndefined();
    await sql('DELETE FROM log_leaves WHERE place >= 12');
    await expect(met.sign()).rejects.toBeInstanceOf(TreeNotContinued);
    expect(told()).toEqual(['tree']);
  });

  it('an older checkpoint in the place of the newest is continued by the same tree', async () => {
    await met.nda();
    const old = await met.sign();
    await met.nda();
    const young = await met.sign();
    await sql('DELETE FROM log_checkpoints WHERE size = 2');
    expect(await met.sign()).toMatchObject({ size: young.size, root: young.root });
    await sql('UPDATE log_checkpoints SET root = $1, at = $2, signature = $3 WHERE size = 2', [
      Buffer.from(old.root, 'hex'),
      old.at,
      Buffer.from(old.signature, 'base64'),
    ]);
    await expect(met.sign()).rejects.toBeInstanceOf(CheckpointNotOurs);
  });
});

/** Hexadecimal. */
async function rootsOf(sizes: readonly number[]): Promise<string[]> {
  const roots = await rangeRoots(
    met.pool,
    sizes.map((to) => ({ from: 0, to })),
  );
  return roots.map((root) => root.toString('hex'));
}
