import type { Pool } from 'pg';
import { CheckpointedLog } from '../../testing/log/checkpointed-log.js';
import { renewTree, TreeUnwritable } from './renew-tree.js';
import { signCheckpoint } from './sign-checkpoints.js';
import { treeSize } from './stored-tree.js';

/** Number of events in each log. */
const EVENTS = 3;
/** More checkpoints than a process makes attempts to correct the tree. */
const MORE_THAN_ATTEMPTS = 11;

let met: CheckpointedLog;
const sql = (text: string) => met.pool.query(text);
const told = (): string[] => met.tampering.all.map(({ kind }) => kind);

/** Returns a pool whose transactions begin after the work. */
const connectingAfter = (pool: Pool, work: () => Promise<void>): Pool =>
  new Proxy(pool, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key, target);
      if (key === 'connect')
        return async () => {
          await work();
          return target.connect();
        };
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

beforeEach(async () => {
  met = await CheckpointedLog.open();
  for (let n = 1; n < EVENTS; n += 1) await met.nda();
  await met.sign();
  await met.nda();
});
afterEach(() => met.stop());

describe('a tree that changes while it is corrected', () => {
  describe.each([
    ['the row with the MAC', 'UPDATE log_tree SET size = size + 1', 'UPDATE ON log_tree'],
    ['the table of forks', "INSERT INTO log_forks VALUES (2, 'nda-1', 0)", 'DELETE ON log_forks'],
  ])('with a trigger that drops the correction of %s', (_, change, event) => {
    beforeEach(async () => {
      await met.stopCheckpointer();
      await sql(change);
      await sql('CREATE FUNCTION dropped() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$');
      await sql(`CREATE TRIGGER dropped BEFORE ${event} FOR EACH ROW EXECUTE FUNCTION dropped()`);
    });

    it.each([
      ['signed', () => met.sign()],
      ['rebuilt', () => renewTree(met.treeParts)],
    ])('is not %s, keeps its term, and is reported with a hint at triggers', async (_done, work) => {
      const term = await sql("SELECT epoch FROM leases WHERE name = 'checkpointer'");
      await expect(work()).rejects.toBeInstanceOf(TreeUnwritable);
      expect(told()).toEqual(['tree']);
      expect((await sql("SELECT epoch FROM leases WHERE name = 'checkpointer'")).rows).toEqual(term.rows);
      await sql('DROP FUNCTION dropped CASCADE');
      await work();
      expect(await met.sign()).toMatchObject({ size: EVENTS });
    });
  });

  it('is signed, and not reported, although others sign a newer tree before each attempt', async () => {
    let others = 0;
    const slow = connectingAfter(met.pool, async () => {
      if (others === MORE_THAN_ATTEMPTS) return;
      others += 1;
      await met.bench.nda();
      await met.untilAllHaveLeaves();
      await met.sign();
    });
    const signed = await signCheckpoint({ ...met.treeParts, pool: slow, clock: met.bench.clock });
    expect([others, signed.size]).toEqual([MORE_THAN_ATTEMPTS, EVENTS + MORE_THAN_ATTEMPTS]);
    expect(told()).toEqual([]);
  });

  it('keeps newer leaves if two processes rebuild it at once', async () => {
    await met.stopCheckpointer();
    await sql('DELETE FROM log_tree');
    let isSecond = false;
    const slow = connectingAfter(met.pool, async () => {
      if (isSecond) return;
      isSecond = true;
      // Meanwhile the other process rebuilds the tree, and it grows.
      await renewTree(met.treeParts);
      met.restartCheckpointer();
      await met.bench.nda();
      await met.untilAllHaveLeaves();
      await met.stopCheckpointer();
    });
    await renewTree({ ...met.treeParts, pool: slow });
    expect(await treeSize(met.pool)).toBe(EVENTS + 1);
    expect(isSecond).toBe(true);
  });
});
