import { randomBytes } from 'node:crypto';
import type { StoredLog, UntrustedEvent } from '../../eventsourcing/event-store/event-store.js';
import { metadataOf } from '../../eventsourcing/journal/chain.js';
import { TEST_LOG } from '../../eventsourcing/trust/testing/test-trust.js';
import type { AdoptParts } from '../adopt-log.js';
import { LeafSeals } from '../leaf-seals.js';
import { leavesFrom } from '../leaves.js';
import { newestCheckpoint, type SignedCheckpoint } from '../signed-checkpoints.js';
import { rowsLog } from '../testing/rows-log.js';
import { LogToAdopt, named, streamOf } from '../testing/log-to-adopt.js';
import { type SealRow, TreeSeals } from '../tree-seals.js';
import { TreeUnusable } from './check-tree.js';

describe('rows of leaves that the service did not write, in an adoption', () => {
  let log: LogToAdopt;
  beforeAll(async () => {
    log = await LogToAdopt.open();
  });
  afterAll(() => log.stop());
  beforeEach(() => log.clear());

  const hashOf = (event: UntrustedEvent | undefined): string => (event && metadataOf(event)?.hash) ?? '';
  /** Writes the row of a leaf without a MAC. */
  const forgeLeaf = (place: number | string, hash: string, stream: string, revision: number) =>
    log.pool.query('INSERT INTO log_leaves (place, event_hash, stream, revision) VALUES ($1, $2, $3, $4)', [
      place,
      Buffer.from(hash, 'hex'),
      stream,
      revision,
    ]);
  /** Appends an event that is chained correctly and has no right MAC, with the row of a leaf. */
  const forgeEvent = async (label: string, place: number): Promise<string> => {
    const [forged] = log.append(label, 2);
    await forgeLeaf(place, hashOf(forged), forged?.stream ?? '', forged?.revision ?? 0);
    return `${label}@${forged?.revision}`;
  };
  const isNamed = async (): Promise<boolean[]> => {
    const seals = new LeafSeals(log.keys);
    return (await leavesFrom(log.pool, 0, 100)).map((leaf) => seals.isNamed(leaf));
  };
  const fits = async (): Promise<boolean> => (await new TreeSeals(log.keys).fitting(log.pool)) !== undefined;

  it('get no MAC for a forged event: behind a sealed tree they are removed', async () => {
    log.append('aab', 'marked');
    await log.adopt();
    const forged = await forgeEvent('a', 3);
    const result = await log.adopt();
    expect(result).toMatchObject({ adopted: false, foreign: 1 });
    expect(await log.broken()).toEqual([forged]);
    expect(await isNamed()).toEqual([true, true, true]);
    expect(await fits()).toBe(true);
  });

  it('get no MAC for a forged event: without the MAC over the tree they stay as they are', async () => {
    log.append('aab', 'marked');
    await log.adopt();
    await log.pool.query('DELETE FROM log_tree');
    const forged = await forgeEvent('a', 3);
    expect(await log.broken()).toEqual([forged]);
    expect(await isNamed()).toEqual([true, true, true, false]);
  });

  it('get no MAC if a trigger deletes the forged event as soon as a leaf gets one', async () => {
    log.append('aab', 'marked');
    await log.adopt();
    await log.pool.query('DELETE FROM log_tree');
    const genuine = log.rows;
    log.rows = [...genuine];
    const forged = await forgeEvent('a', 3);
    const forgedRows = log.rows;
    let isGone = false;
    const pool = new Proxy(log.pool, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key, target);
        if (key !== 'query') return typeof value === 'function' ? value.bind(target) : value;
        return (...call: readonly unknown[]) => {
          isGone ||= String(call[0]).includes('UPDATE log_leaves');
          return Reflect.apply(value as () => unknown, target, call);
        };
      },
    });
    const store: StoredLog = {
      ...rowsLog(forgedRows),
      readAll: (options) => rowsLog(isGone ? genuine : forgedRows).readAll(options),
    };
    expect(await log.broken({}, { pool, store })).toEqual([forged]);
    expect(await isNamed()).toEqual([true, true, true, false]);
  });

  it('are not those of authenticated events: such a leaf stays, and gets its MAC again', async () => {
    log.append('ab', 'marked');
    await log.adopt();
    const [next] = log.append('a', 'marked');
    await forgeLeaf(2, hashOf(next), streamOf('a'), 1);
    await log.pool.query('DELETE FROM log_checkpoints');
    expect(await log.adopt()).toMatchObject({ adopted: true, size: 3, foreign: 0 });
    expect(await isNamed()).toEqual([true, true, true]);
  });

  it('take the leaves behind them along, and authenticated events get one again', async () => {
    log.append('ab', 'marked');
    await log.adopt();
    await forgeLeaf(2, randomBytes(32).toString('hex'), streamOf('a'), 1);
    const [next] = log.append('a', 'marked');
    await forgeLeaf(3, hashOf(next), streamOf('a'), 1);
    expect(await log.adopt()).toMatchObject({ adopted: true, size: 3, foreign: 2 });
    expect(await isNamed()).toEqual([true, true, true]);
  });

  it('are removed only if no backend runs', async () => {
    log.append('ab', 'marked');
    await log.adopt();
    await forgeLeaf(2, randomBytes(32).toString('hex'), streamOf('a'), 1);
    const requireAlone = () => Promise.reject(new Error('a backend runs'));
    await expect(log.adopt({}, { requireAlone })).rejects.toThrow('a backend runs');
    expect(await isNamed()).toEqual([true, true, false]);
  });

  describe('are not below a size that is known otherwise, whatever tree the MAC is of', () => {
    let signed: SignedCheckpoint | undefined;
    /** Somebody puts the MAC over the first two of five leaves back, and takes the MAC of the third leaf. */
    beforeEach(async () => {
      log.append('ab', 'marked');
      await log.adopt();
      const { rows } = await log.pool.query('SELECT * FROM log_tree');
      log.append('aab', 'marked');
      await log.adopt();
      signed = await newestCheckpoint(log.pool);
      const { size, edge, forks, mac } = rows[0] as SealRow;
      const values = [size, edge, forks, mac];
      await log.pool.query('UPDATE log_tree SET size = $1, edge = $2, forks = $3, mac = $4', values);
      await log.pool.query('UPDATE log_leaves SET mac = NULL WHERE place = 2');
    });

    it.each<[string, (signed: SignedCheckpoint) => Partial<AdoptParts>]>([
      ['of a checkpoint that one of our keys signed', () => ({})],
      ['of a checkpoint that a backend kept', (signed) => ({ kept: signed })],
      [
        'of an earlier adoption',
        ({ size, root }) => ({
          former: { log: TEST_LOG, size, root, accepted: [], retired: [], reason: null },
        }),
      ],
    ])('%s', async (_, knowing) => {
      const [leaf] = await leavesFrom(log.pool, 2, 1);
      const more = signed === undefined ? {} : knowing(signed);
      if (Object.keys(more).length > 0) await log.pool.query('DELETE FROM log_checkpoints');
      log.lose(log.at('a', 1), log.at('a', 2));
      expect(await log.broken({}, more)).toEqual([`leaf-${leaf?.eventHash}@2`, 'a@2']);
      expect(await log.leaves()).toEqual(['a@0', 'b@0', 'a@1', 'a@2', 'b@1']);
    });

    it('so a missing row whose event is lost too is refused, and the rows behind it stay', async () => {
      log.lose(log.at('a', 1));
      await log.pool.query('DELETE FROM log_leaves WHERE place = 2');
      await expect(log.adopt()).rejects.toThrow(TreeUnusable);
      expect(await log.leaves()).toEqual(['a@0', 'b@0', 'a@2', 'b@1']);
    });
  });

  it.each([
    ['behind the last leaf', '7'],
    ['far behind it', String(2 ** 40)],
    ['at the last number that a row can have', '9223372036854775807'],
    ['before the first leaf', '-1'],
  ])('do not hinder it, %s', async (_, place) => {
    log.append('ab', 'marked');
    await log.adopt();
    await forgeLeaf(place, randomBytes(32).toString('hex'), 'nda-1', 0);
    log.append('a', 'marked');
    expect(await log.adopt()).toMatchObject({ adopted: true, size: 3, foreign: 1 });
    expect(await fits()).toBe(true);
  });

  it('are not below the size of a sealed tree: each leaf there gets its MAC, also behind a closed place', async () => {
    log.append('aaab', 'marked');
    await log.adopt();
    await log.pool.query('UPDATE log_leaves SET mac = NULL WHERE place > 1');
    log.replace(log.at('a', 1), { ...log.at('a', 1), data: Buffer.from('{"open":{}}') });
    expect(await log.adopt({ accept: named(`${streamOf('a')}@1`) })).toMatchObject({ adopted: true });
    expect(await isNamed()).toEqual([true, true, true, true]);
  });

  it('leave a tree that fits its MAC if the operator names a place that does not exist', async () => {
    log.append('ab', 'marked');
    await log.adopt();
    log.append('abc', 'marked');
    await expect(log.adopt({ accept: named(`${streamOf('c')}@7`) })).rejects.toThrow('has');
    expect([await fits(), await log.leaves()]).toEqual([true, ['a@0', 'b@0', 'a@1', 'b@1', 'c@0']]);
    // The second event of a place is a fork, also in a tree that is sealed leaf by leaf.
    log.lose(log.at('b', 1));
    log.append('b', 'marked');
    const accept = named(`${streamOf('b')}@1`);
    await expect(log.adopt({ accept: [...accept, ...named('nda-x@7')] })).rejects.toThrow('has');
    expect(await fits()).toBe(true);
    expect(await log.adopt({ accept })).toMatchObject({ adopted: true, size: 6 });
    expect(await fits()).toBe(true);
  });
});
