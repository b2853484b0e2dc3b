import { ndaStream } from '../nda/nda.events.js';
import { until } from '../platform/testing/until.js';
import { transaction } from '../platform/postgres/pool.js';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';
import { type Leaf, leavesFrom } from './leaves.js';
import { nameLeaves } from './truncate-tree.js';
import { sealTree } from './seal-tree.js';
import { readEdge, treeSize } from './stored-tree.js';

/** The tree of a version that made no MAC. */
const UNSEALED = 'DELETE FROM log_tree';

let met: CheckpointedLog;
beforeEach(async () => {
  met = await CheckpointedLog.open();
  for (let n = 0; n < 16; n += 1) await met.bench.nda();
  await met.untilAllHaveLeaves();
  await met.sign();
  await met.stopCheckpointer();
});
afterEach(() => met.stop());

const sql = (text: string, values: readonly unknown[] = []) => met.pool.query(text, [...values]);
const seal = async (): Promise<void> => {
  const edge = await readEdge(met.pool, await treeSize(met.pool));
  await transaction(met.pool, (client) => sealTree(client, met.treeParts.tree.seals, edge));
};
const isFitting = async (): Promise<boolean> =>
  (await met.treeParts.tree.seals.fitting(met.pool)) !== undefined;

describe('the tree of a log from before', () => {
  it('is sealed, and the service continues it without a report', async () => {
    await sql(UNSEALED);
    expect(await isFitting()).toBe(false);
    await seal();
    expect(await isFitting()).toBe(true);
    met.restartCheckpointer();
    await met.nda();
    expect(await met.sign()).toMatchObject({ size: 17 });
    expect(met.tampering.all).toEqual([]);
    expect(await met.verify()).toMatchObject({ events: 17, firstBroken: null });
  });

  it('gets the forks that its leaves show', async () => {
    const [, leaf, , , , , , twice] = await leavesFrom(met.pool, 0, 8);
    const { stream = '', revision = 0 } = leaf ?? {};
    await nameLeaves(met.pool, met.treeParts.tree.seals.leaves, [{ ...(twice as Leaf), stream, revision }]);
    // A leaf that somebody renamed is no fork.
    await sql('UPDATE log_leaves SET stream = $1, revision = $2 WHERE place = 5', [stream, revision]);
    await sql("INSERT INTO log_forks (place, stream, revision) VALUES (3, 'nda-x', 0)");
    await sql(UNSEALED);
    await seal();
    expect(await isFitting()).toBe(true);
    expect((await met.treeParts.tree.seals.read(met.pool)).forks).toEqual([{ place: 7, stream, revision }]);
  });

  it('loses its forged leaves where the service makes the MAC, and keeps all others', async () => {
    const id = await met.bench.nda();
    await sql(UNSEALED);
    await sql("INSERT INTO log_leaves VALUES (16, decode(repeat('ab', 32), 'hex'), $1, 0)", [ndaStream(id)]);
    met.restartCheckpointer();
    await until(async () => (await treeSize(met.pool)) === 17);
    await met.untilAllHaveLeaves();
    expect(met.tampering.all.map(({ kind }) => kind)).toEqual(['leaf_without_event']);
    expect(await isFitting()).toBe(true);
  });
});
