import { randomBytes } from 'node:crypto';
import { metadataOf } from '../../eventsourcing/journal/chain.js';
import { placeName } from '../../eventsourcing/trust/place-names.js';
import { LeafSeals } from '../leaf-seals.js';
import { leavesFrom } from '../leaves.js';
import { LogToAdopt, named, streamOf } from '../testing/log-to-adopt.js';

describe('the MACs of leaves in an adoption', () => {
  let log: LogToAdopt;
  beforeAll(async () => {
    log = await LogToAdopt.open();
  });
  afterAll(() => log.stop());
  beforeEach(() => log.clear());

  /** Tells of each leaf whether its row has a MAC that the service accepts. */
  const isNamed = async (): Promise<boolean[]> => {
    const seals = new LeafSeals(log.keys);
    return (await leavesFrom(log.pool, 0, 100)).map((leaf) => seals.isNamed(leaf));
  };
  const accepting = (...places: readonly string[]) => ({
    accept: named(...places.map((place) => `${streamOf(place[0] ?? '')}${place.slice(1)}`)),
  });

  it('names a lost leaf by its hash if somebody renamed it, and accepts no loss at the place that it claims', async () => {
    log.append('aabb', 'marked');
    await log.adopt();
    const [lost] = (await leavesFrom(log.pool, 1, 1)).map(({ eventHash }) => `leaf-${eventHash}@1`);
    log.lose(log.at('a', 1));
    await log.pool.query('UPDATE log_leaves SET stream = $1, revision = 2 WHERE place = 1', [streamOf('b')]);
    expect(await log.broken()).toEqual([lost]);
    expect(await log.adopt({ accept: named(lost ?? '') })).toMatchObject({ adopted: true });
    expect(log.adoption?.accepted.map(placeName)).toEqual([lost]);
    // The next events of both streams are no second ones.
    log.append('ab', 'marked');
    expect(await log.adopt()).toMatchObject({ adopted: true, size: 6 });
    expect(await isNamed()).toEqual([true, false, true, true, true, true]);
  });

  it('takes no renamed leaf for found because another event claims its hash', async () => {
    log.append('aab', 'marked');
    await log.adopt();
    const [moved, stream] = [log.at('a', 1), streamOf('b')];
    const lost = `leaf-${metadataOf(moved)?.hash}@1`;
    log.replace(moved, { ...moved, stream, revision: 1 });
    await log.pool.query('UPDATE log_leaves SET stream = $1, revision = 1 WHERE place = 1', [stream]);
    expect((await log.broken()).toSorted()).toEqual(['b@1', lost].toSorted());
  });

  it.each([
    ['in a tree from before APPEND_KEY', 2, 'mac = NULL'],
    ['if its key is lost', 'marked', `mac = set_byte(mac, 0, get_byte(mac, 0) # 1)`],
  ] as const)('writes the MAC of each leaf that has an event, %s', async (_, writing, damage) => {
    log.append('aabb', writing);
    await log.adopt();
    await log.pool.query(`UPDATE log_leaves SET ${damage}`);
    expect(await isNamed()).toEqual([false, false, false, false]);
    expect(await log.adopt()).toMatchObject({ adopted: true });
    expect(await isNamed()).toEqual([true, true, true, true]);
  });

  it('believes the row of a lost leaf in a tree from before, and marks it once its loss is accepted', async () => {
    log.append('aabb', 2);
    await log.adopt();
    await log.pool.query('UPDATE log_leaves SET mac = NULL');
    await log.pool.query('TRUNCATE log_tree');
    log.statement = undefined;
    log.lose(log.at('b', 1));
    expect(await log.broken()).toEqual(['b@1']);
    expect(await isNamed()).toEqual([true, true, true, false]);
    expect(await log.adopt(accepting('b@1'))).toMatchObject({ adopted: true });
    expect(await isNamed()).toEqual([true, true, true, true]);
    // From now on a leaf without a MAC is one that somebody changed.
    await log.pool.query('UPDATE log_leaves SET mac = NULL WHERE place = 3');
    expect(await log.broken()).toEqual([expect.stringMatching(/^leaf-[0-9a-f]{64}@3$/)]);
  });

  it('replaces the MACs of a retired key, also those of lost leaves', async () => {
    log.append('aab', 'marked');
    await log.adopt();
    log.lose(log.at('a', 1));
    await log.adopt(accepting('a@1'));
    const [old = ''] = log.keys.names;
    log.secrets = [randomBytes(32), ...log.secrets];
    expect(await log.adopt({ retire: [old], accept: named(`${streamOf('a')}@1`) })).toMatchObject({
      adopted: true,
    });
    expect(await isNamed()).toEqual([true, true, true]);
  });
});
