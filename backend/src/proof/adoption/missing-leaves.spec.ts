import { randomBytes } from 'node:crypto';
import { AppendKeys } from '../../eventsourcing/trust/append-keys.js';
import { TEST_APPEND_KEY, TEST_LOG } from '../../eventsourcing/trust/testing/test-trust.js';
import { LeafSeals } from '../leaf-seals.js';
import { leavesFrom } from '../leaves.js';
import { LogToAdopt } from '../testing/log-to-adopt.js';
import { TreeSeals } from '../tree-seals.js';
import { TreeUnusable } from './check-tree.js';

describe('rows of leaves that somebody deleted, in an adoption', () => {
  let log: LogToAdopt;
  beforeAll(async () => {
    log = await LogToAdopt.open();
  });
  afterAll(() => log.stop());
  beforeEach(() => log.clear());

  const fits = async (): Promise<boolean> => (await new TreeSeals(log.keys).fitting(log.pool)) !== undefined;
  const lose = (...places: readonly number[]) =>
    log.pool.query('DELETE FROM log_leaves WHERE place = ANY ($1)', [places]);
  const ALL = ['a@0', 'a@1', 'b@0', 'b@1', 'a@2'];
  /** A log from before APPEND_KEY whose last three events have MACs. Its adoption covers the first two. */
  beforeEach(async () => {
    log.append('aa', 2);
    await log.adopt();
    log.append('bba', 'marked');
    await log.adopt();
  });

  it.each([
    ['one', [3]],
    ['several', [2, 3]],
    ['the last ones', [3, 4]],
  ])('are put back from the log: %s', async (_, places) => {
    await lose(...places);
    expect(await log.adopt()).toMatchObject({ adopted: true, size: 5, putBack: places.length });
    expect(await log.leaves()).toEqual(ALL);
    const seals = new LeafSeals(log.keys);
    expect((await leavesFrom(log.pool, 0, 10)).every((leaf) => seals.isNamed(leaf))).toBe(true);
    expect(await fits()).toBe(true);
  });

  it('are put back although a forged event has no leaf, wherever it is, and the event is still refused', async () => {
    const [forged] = log.append('c', 2);
    log.append('d', 'marked');
    log.rows = [...(forged === undefined ? [] : [forged]), ...log.rows.filter((row) => row !== forged)];
    await lose(3);
    const result = await log.adopt();
    expect(result).toMatchObject({ adopted: false, putBack: 1, open: [{ stream: forged?.stream }] });
    expect(await log.leaves()).toEqual(ALL);
  });

  it('are put back for events of a key that is retired', async () => {
    const [retired] = new AppendKeys(TEST_LOG, [TEST_APPEND_KEY]).names;
    log.secrets = [randomBytes(32), TEST_APPEND_KEY];
    await log.adopt({ retire: [retired ?? ''], reason: 'it leaked' });
    await lose(3);
    expect(await log.adopt()).toMatchObject({ adopted: true, putBack: 1 });
    expect(await log.believed()).toEqual({ a: 3, b: 2 });
  });

  it('are put back only if no backend runs', async () => {
    await lose(3);
    const requireAlone = () => Promise.reject(new Error('a backend runs'));
    await expect(log.adopt({}, { requireAlone })).rejects.toThrow('a backend runs');
    expect(await log.leaves()).toHaveLength(4);
  });

  it('stay away if the tree would not have the root that the service vouches for', async () => {
    log.lose(log.at('b', 1));
    log.append('b', 'marked');
    await lose(3);
    await expect(log.adopt()).rejects.toThrow(TreeUnusable);
    expect(await log.leaves()).toEqual(['a@0', 'a@1', 'b@0', 'a@2']);
  });
});
