import { ndaStream } from '../nda/nda.events.js';
import { isOwnStream, STREAM_PREFIXES } from '../app/streams.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { until } from '../platform/testing/until.js';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';
import { LeavesMissing, sealTree } from './seal-tree.js';
import { leavesFrom } from './leaves.js';
import { treeSize } from './stored-tree.js';

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
const seal = (signal?: AbortSignal) =>
  sealTree({
    ...met.treeParts,
    log: met.bench.infrastructure.log,
    streamPrefixes: STREAM_PREFIXES,
    isOwnStream,
    ...(signal && { signal }),
  });
const isFitting = async (): Promise<boolean> =>
  (await met.treeParts.tree.seals.fitting(met.pool)) !== undefined;

describe('the tree of a log from before', () => {
  it('is brought to the end of the log and sealed, and the service continues it without a report', async () => {
    await met.bench.nda(oneOfEachCommand.SetLegalHold);
    await sql(UNSEALED);
    expect(await isFitting()).toBe(false);
    const sealed = await seal();
    expect(sealed.size).toBe(18);
    expect(await isFitting()).toBe(true);
    expect(await seal()).toEqual(sealed);
    met.restartCheckpointer();
    await met.nda();
    expect(await met.sign()).toMatchObject({ size: 19 });
    expect(met.tampering.all).toEqual([]);
    expect(await met.verify()).toMatchObject({ events: 19, firstBroken: null });
  });

  it('is sealed from its first leaf on, if it has none', async () => {
    await sql('DELETE FROM log_leaves');
    await sql('DELETE FROM log_nodes');
    await sql(UNSEALED);
    expect(await seal()).toMatchObject({ size: 16 });
    expect(await met.verify()).toMatchObject({ events: 16, checkpoints: 1, firstBroken: null });
  });

  it('gets the nodes that its leaves give, and the forks that they show', async () => {
    const [, leaf] = await leavesFrom(met.pool, 0, 2);
    await sql('UPDATE log_leaves SET stream = $1, revision = $2 WHERE place = 7', [
      leaf?.stream,
      leaf?.revision,
    ]);
    await sql("UPDATE log_nodes SET hash = decode(repeat('ab', 32), 'hex')");
    await sql(UNSEALED);
    await seal();
    expect(await isFitting()).toBe(true);
    expect((await met.treeParts.tree.seals.read(met.pool)).forks).toEqual([
      { place: 7, stream: leaf?.stream, revision: leaf?.revision },
    ]);
  });

  it('is not sealed if a leaf is missing', async () => {
    await sql('DELETE FROM log_leaves WHERE place = 7');
    await expect(seal()).rejects.toBeInstanceOf(LeavesMissing);
  });

  it('is sealed by the next run after one was interrupted', async () => {
    await met.bench.nda();
    await sql(UNSEALED);
    await expect(seal(AbortSignal.abort())).rejects.toThrow();
    expect(await seal()).toMatchObject({ size: 17 });
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
