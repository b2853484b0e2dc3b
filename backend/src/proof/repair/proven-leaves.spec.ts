import { randomBytes } from 'node:crypto';
import { NOTHING_ADOPTED } from '../../eventsourcing/trust/authenticate.js';
import { ndaStream } from '../../nda/nda.events.js';
import { oneOfEachCommand } from '../../nda/testing/commands.js';
import { CheckpointedLog } from '../../../testing/log/checkpointed-log.js';
import { leavesFrom } from '../leaves.js';
import { treeSize } from '../stored-tree.js';
import type { TreeHead } from '../tree-seals.js';
import { ProvenLeaves, type ProvenLeavesParts } from './proven-leaves.js';

const { SetLegalHold, LiftLegalHold } = oneOfEachCommand;

describe('the leaves of a stream', () => {
  let log: CheckpointedLog;
  let stream: string;
  beforeEach(async () => {
    log = await CheckpointedLog.open();
    await log.nda(SetLegalHold);
    stream = ndaStream(await log.nda(SetLegalHold, LiftLegalHold));
    await log.nda(SetLegalHold);
  });
  afterEach(() => log.stop());

  const leaves = (
    hashes: readonly string[] = [],
    outside: Pick<ProvenLeavesParts, 'adoption' | 'kept'> = {},
  ) => {
    const { pool } = log;
    const { receipts, tree } = log.bench.infrastructure;
    const adopted = hashes.length === 0 ? NOTHING_ADOPTED : { hashesOf: async () => hashes };
    return new ProvenLeaves({ pool, receipts, adopted, ...outside, seals: tree.seals });
  };
  const proven = async (by = leaves()) => (await by.of(stream)).map(({ isProven }) => isProven);

  /** Takes the MAC of the tree away, so that only checkpoints prove anything. */
  const unseal = () => log.pool.query('DELETE FROM log_tree');

  it('are proven by the MAC of their tree, before any checkpoint covers them', async () => {
    expect(await proven()).toEqual([true, true, true]);
    await log.pool.query(
      'INSERT INTO log_leaves (place, event_hash, stream, revision) VALUES ($1, $2, $3, 3)',
      [await treeSize(log.pool), randomBytes(32), stream],
    );
    expect(await proven()).toEqual([true, true, true, false]);
  });

  it('are proven as soon as a signed checkpoint covers them, if the tree has no MAC', async () => {
    await log.stopCheckpointer();
    const { rows } = await log.pool.query('SELECT * FROM log_tree');
    await unseal();
    expect(await proven()).toEqual([false, false, false]);
    const [row] = rows as [Record<string, unknown>];
    await log.pool.query(
      `INSERT INTO log_tree (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
        .map((_, n) => `$${n + 1}`)
        .join(', ')})`,
      Object.values(row),
    );
    await log.sign();
    await unseal();
    expect(await proven()).toEqual([true, true, true]);
  });

  it('that came after the first look are proven too', async () => {
    const by = leaves();
    expect(await proven(by)).toEqual([true, true, true]);
    await log.bench.run(stream.slice('nda-'.length), SetLegalHold);
    await log.untilAllHaveLeaves();
    expect(await proven(by)).toEqual([true, true, true, true]);
  });

  it('are proven without a checkpoint if the operator adopted them', async () => {
    await log.stopCheckpointer();
    await unseal();
    const [first, second] = await leaves().of(stream);
    expect(await proven(leaves([first?.hash ?? '', second?.hash ?? '']))).toEqual([true, true, false]);
  });

  it('are not proven if somebody wrote them into the table, behind the checkpoint or in its midst', async () => {
    await log.sign();
    await log.stopCheckpointer();
    await log.pool.query(
      'INSERT INTO log_leaves (place, event_hash, stream, revision) VALUES ($1, $2, $3, 3)',
      [await treeSize(log.pool), randomBytes(32), stream],
    );
    expect(await proven()).toEqual([true, true, true, false]);
    await log.pool.query('UPDATE log_leaves SET event_hash = $1 WHERE stream = $2 AND revision = 1', [
      randomBytes(32),
      stream,
    ]);
    // Only the proofs that need the changed leaf fail. The others still have their own MACs.
    const found = await leaves().of(stream);
    expect(found.map(({ isNamed }) => isNamed)).toEqual([true, false, true, false]);
    expect(found.map(({ isProven }) => isProven)).toEqual([false, false, false, false]);
  });

  it('are proven one by one, so that a missing row takes away only the proofs that need it', async () => {
    for (let n = 0; n < 8; n += 1) await log.nda(SetLegalHold);
    await log.bench.run(stream.slice('nda-'.length), SetLegalHold);
    await log.untilAllHaveLeaves();
    await log.stopCheckpointer();
    expect(await treeSize(log.pool)).toBeGreaterThan(16);
    expect(await proven()).toEqual([true, true, true, true]);
    // A leaf behind the first sixteen is proven by their node. So the first leaf is needed only by the others.
    await log.pool.query('DELETE FROM log_leaves WHERE place = 0');
    const found = await leaves().of(stream);
    expect(found.map(({ isProven }) => isProven)).toEqual([false, false, false, true]);
    expect(found.map(({ isNamed }) => isNamed)).toEqual([true, true, true, true]);
  });

  it.each([
    ['is missing', 'DELETE FROM log_leaves WHERE place = 0'],
    [
      'has another hash',
      "UPDATE log_leaves SET event_hash = decode(repeat('ab', 32), 'hex') WHERE place = 0",
    ],
  ])('are in a tree that is not whole if any leaf %s', async (_, change) => {
    await log.stopCheckpointer();
    expect(await leaves().isTreeWhole([])).toBe(true);
    await log.pool.query(change);
    expect(await leaves().isTreeWhole([])).toBe(false);
  });

  describe('with the MAC of an earlier tree,', () => {
    let earlier: TreeHead | undefined;
    beforeEach(async () => {
      await log.stopCheckpointer();
      earlier = (await log.treeParts.tree.seals.read(log.pool)).sealed;
      log.restartCheckpointer();
      await log.nda(SetLegalHold);
    });

    const putBack = async (): Promise<void> => {
      await log.stopCheckpointer();
      const row = log.treeParts.tree.seals.rowOf(earlier as TreeHead);
      await log.pool.query('UPDATE log_tree SET size = $1, edge = $2, forks = $3, mac = $4', [
        row.size,
        row.edge,
        row.forks,
        row.mac,
      ]);
    };
    const deleteLast = () =>
      log.pool.query('DELETE FROM log_leaves WHERE place = (SELECT max(place) FROM log_leaves)');

    it('are in a tree that is not whole if a leaf is missing that a checkpoint covers', async () => {
      await log.sign();
      await putBack();
      expect(await leaves().isTreeWhole([])).toBe(true);
      // The service did not sign this row, so it hides no earlier checkpoint.
      await log.pool.query(
        "INSERT INTO log_checkpoints SELECT 1000, root, at, key_id, decode(repeat('ab', 64), 'hex') FROM log_checkpoints",
      );
      expect(await leaves().isTreeWhole([])).toBe(true);
      await deleteLast();
      expect(await leaves().isTreeWhole([])).toBe(false);
    });

    it.each(['adoption', 'kept'] as const)(
      'are in a tree that is not whole if a leaf is missing of the tree outside of the database (%s)',
      async (name) => {
        const signed = await log.sign();
        await log.pool.query('DELETE FROM log_checkpoints');
        await putBack();
        const isWhole = () => leaves([], { [name]: signed }).isTreeWhole([]);
        expect(await isWhole()).toBe(true);
        await deleteLast();
        expect(await isWhole()).toBe(false);
        const changed = { ...signed, at: new Date(0).toISOString() };
        // Nobody signed this checkpoint. The tree of an adoption has no signature of its own.
        expect(await leaves([], { [name]: changed }).isTreeWhole([])).toBe(name === 'kept');
      },
    );
  });

  it('are read again for the next question if the tree was not whole, or grew', async () => {
    const by = leaves();
    await log.pool.query('UPDATE log_leaves SET place = 1000 WHERE place = 0');
    expect(await by.isTreeWhole([])).toBe(false);
    await log.pool.query('UPDATE log_leaves SET place = 0 WHERE place = 1000');
    expect(await by.isTreeWhole([])).toBe(true);
    await log.nda(SetLegalHold);
    const [last] = await leavesFrom(log.pool, (await treeSize(log.pool)) - 1, 1);
    expect(await by.isTreeWhole([last?.eventHash ?? ''])).toBe(false);
  });

  it('hide no event, neither under another name nor behind the end of the tree', async () => {
    await log.stopCheckpointer();
    const [first, added] = [await leavesFrom(log.pool, 0, 1), randomBytes(32)];
    await log.pool.query("UPDATE log_leaves SET stream = 'nda-other', mac = NULL WHERE place = 0");
    await log.pool.query(
      'INSERT INTO log_leaves (place, event_hash, stream, revision) VALUES ($1, $2, $3, 3)',
      [await treeSize(log.pool), added, stream],
    );
    expect(await leaves().isTreeWhole([added.toString('hex')])).toBe(true);
    expect(await leaves().isTreeWhole([first[0]?.eventHash ?? ''])).toBe(false);
  });

  it('are not proven if somebody renamed them to this stream, even if they were adopted', async () => {
    await log.sign();
    const [leaf] = await leavesFrom(log.pool, 0, 1);
    await log.pool.query('UPDATE log_leaves SET stream = $1, revision = 3 WHERE place = 0', [stream]);
    expect(await proven()).toEqual([true, true, true, false]);
    const { eventHash = '' } = leaf ?? {};
    expect(await proven(leaves(['', '', '', eventHash]))).toEqual([true, true, true, false]);
    expect(await leaves().elsewhere('nda-other', [eventHash])).toEqual(new Map());
  });

  it('are not proven by a checkpoint that no key of the service signed', async () => {
    await log.sign();
    await log.stopCheckpointer();
    await unseal();
    await log.pool.query('UPDATE log_checkpoints SET signature = $1', [randomBytes(64)]);
    expect(await proven()).toEqual([false, false, false]);
  });

  it('are found under the hashes that events of other streams claim', async () => {
    const [first] = await leaves().of(stream);
    const hash = first?.hash ?? '';
    expect(await leaves().elsewhere('nda-other', [hash, 'no hash'])).toEqual(
      new Map([[hash, { stream, revision: 0 }]]),
    );
    expect(await leaves().elsewhere(stream, [hash])).toEqual(new Map());
  });
});
