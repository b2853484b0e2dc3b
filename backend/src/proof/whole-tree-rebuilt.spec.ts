import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';
import { ndaStream } from '../nda/nda.events.js';
import { TreeNotContinued } from './renew-tree.js';
import { signCheckpoint } from './sign-checkpoints.js';
import { LogToAdopt } from './testing/log-to-adopt.js';

const PAGE = readFileSync(join(__dirname, '../../../docs/operations.md'), 'utf8');

/** Returns the blocks of SQL below a heading of the page. */
function blocksBelow(heading: string): readonly string[] {
  const [, below = ''] = PAGE.split(`##### ${heading}\n`);
  const [section = ''] = below.split(/^#{1,5} /m);
  const blocks = [...section.matchAll(/```sql\n([^]*?)```/g)].map(([, block = '']) => block);
  expect(blocks).not.toHaveLength(0);
  return blocks;
}

const [NODES = ''] = blocksBelow('The nodes are rebuilt');
const [REBUILD = '', COMPARE = ''] = blocksBelow('The whole tree is rebuilt');

/** Number of events below the checkpoint. They have a stored node. */
const SIGNED = 17;
const CHANGED = "UPDATE log_nodes SET hash = decode(repeat('ab', 32), 'hex')";

describe("the operator's way out of a broken tree", () => {
  let met: CheckpointedLog;
  let lost: string;
  beforeEach(async () => {
    met = await CheckpointedLog.open();
    for (let n = 0; n < SIGNED; n += 1) await met.bench.nda();
    await met.untilAllHaveLeaves();
    await met.sign();
    lost = ndaStream(await met.nda());
    await met.nda();
    await met.stopCheckpointer();
  });
  afterEach(() => met.stop());

  const sql = (text: string, values: readonly unknown[] = []) => met.pool.query(text, [...values]);
  const lose = () => sql('DELETE FROM event_store.events WHERE stream = $1', [lost]);

  it('keeps the trace of a lost event where only nodes are wrong', async () => {
    await sql(CHANGED);
    await expect(met.sign()).rejects.toBeInstanceOf(TreeNotContinued);
    await lose();
    await sql(NODES);
    // A process keeps the end of the log in memory. Another one reads what is stored.
    const { log } = await met.another();
    expect(await signCheckpoint({ ...met.treeParts, ...met.bench, log })).toMatchObject({ size: SIGNED + 2 });
    expect(met.tampering.all.at(-1)).toMatchObject({ kind: 'event_missing', subject: { stream: lost } });
    expect((await met.verify()).places).toMatchObject([{ stream: lost, kind: 'truncated' }]);
  });

  it.each([
    ['changed', "UPDATE log_leaves SET event_hash = decode(repeat('ab', 32), 'hex') WHERE place = 3", ['3']],
    ['missing', 'DELETE FROM log_leaves WHERE place = 3', []],
  ])('names a lost event before and after the tree is rebuilt, if a leaf is %s', async (_, damage, wrong) => {
    await sql(damage);
    expect((await met.verify()).places.filter(({ stream }) => stream !== null)).toEqual([]);
    await lose();
    expect((await met.verify()).places).toContainEqual(
      expect.objectContaining({ stream: lost, kind: 'truncated' }),
    );
    await sql(REBUILD);
    met.restartCheckpointer(await met.another());
    await met.untilAllHaveLeaves();
    expect(await met.verify()).toMatchObject({ firstBroken: null });
    const { rows } = await sql(COMPARE);
    expect(rows.map(({ place }) => place as string)).toEqual([...wrong, String(SIGNED)]);
    expect(rows.at(-1)).toMatchObject({ stream: lost, revision: 0 });
  });
});

it('the nodes that the database computes are those that the service wrote', async () => {
  const log = await LogToAdopt.open();
  // The tree has stored nodes of two levels.
  log.append('ab'.repeat(150), 'marked');
  await log.adopt();
  const nodes = async () =>
    (await log.pool.query('SELECT * FROM log_nodes ORDER BY level, place')).rows as readonly unknown[];
  const written = await nodes();
  expect(written).toHaveLength(19);
  await log.pool.query(CHANGED);
  await log.pool.query('DELETE FROM log_nodes WHERE place = 3');
  await log.pool.query(
    "INSERT INTO log_leaves (place, event_hash, stream, revision) VALUES (-2, '\\x07', 'x', 0), (-1, '\\x08', 'x', 0)",
  );
  await log.pool.query(NODES);
  expect(await nodes()).toEqual(written);
  await log.stop();
});
