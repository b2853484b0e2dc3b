import { metadataOf } from '../eventsourcing/journal/chain.js';
import { AdoptedLeaves } from './adopted-leaves.js';
import { LogToAdopt, streamOf } from './testing/log-to-adopt.js';

describe('the hashes of adopted events', () => {
  let log: LogToAdopt;
  beforeAll(async () => {
    log = await LogToAdopt.open();
  });
  beforeEach(() => log.clear());
  afterAll(() => log.stop());

  const adopted = (): AdoptedLeaves => {
    if (log.adoption === undefined) throw new Error('nothing was adopted');
    return new AdoptedLeaves(log.pool, log.adoption);
  };
  const hashes = (label: string): string[] =>
    log.rows.filter(({ stream }) => stream === streamOf(label)).map((row) => metadataOf(row)?.hash ?? '');
  const change = (place: number, to: string) =>
    log.pool.query(`UPDATE log_leaves SET ${to} WHERE place = ${place}`);

  it.each([
    ['is missing', `stream = 'nda-x'`],
    ['claims to be another one', 'revision = 0'],
    ['claims a revision beyond every stream', 'revision = 2147483647'],
  ])('are proven again as soon as a leaf is restored that %s', async (_, damage) => {
    log.append('aaa', 2);
    await log.adopt();
    const leaves = adopted();
    await change(1, damage);
    const found = await leaves.hashesOf(streamOf('a'));
    expect(found.length).toBeLessThanOrEqual(3);
    expect(found).not.toEqual(hashes('a'));
    await change(1, `stream = '${streamOf('a')}', revision = 1`);
    expect(await leaves.hashesOf(streamOf('a'))).toEqual(hashes('a'));
    // They are kept now.
    await change(1, damage);
    expect(await leaves.hashesOf(streamOf('a'))).toEqual(hashes('a'));
  });

  it('are proven one by one, so that a missing row takes away only the proofs that need it', async () => {
    log.append(`${'b'.repeat(16)}a${'b'.repeat(16)}`, 2);
    await log.adopt();
    await log.pool.query('DELETE FROM log_leaves WHERE place = 0');
    expect(await adopted().hashesOf(streamOf('a'))).toEqual(hashes('a'));
    const found = await adopted().hashesOf(streamOf('b'));
    expect(found.slice(16)).toEqual(hashes('b').slice(16));
    expect(found[1]).toBeUndefined();
  });

  it('are proven some hundred at a time', async () => {
    log.append('a'.repeat(1100), 2);
    await log.adopt({}, { batchSize: 1000 });
    const query = jest.spyOn(log.pool, 'query');
    expect(await adopted().hashesOf(streamOf('a'))).toEqual(hashes('a'));
    const names = query.mock.calls.map(([asked]) => (asked as { name?: string }).name);
    query.mockRestore();
    expect(names.filter((name) => name === 'tree-leaves')).toHaveLength(3);
  });
});
