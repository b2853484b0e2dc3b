import { lossesOf, type KeptParts } from './compare-with-kept.js';
import { Authenticator } from '../eventsourcing/trust/authenticate.js';
import { ClosedStreams } from '../eventsourcing/trust/closed-streams.js';
import { TrustedReader } from '../eventsourcing/trust/trusted-log.js';
import { checkpointPlace, placeName } from '../eventsourcing/trust/place-names.js';
import { leavesFrom } from './leaves.js';
import { newestCheckpoint } from './signed-checkpoints.js';
import { LogToAdopt, named, streamOf } from './testing/log-to-adopt.js';
import { rowsLog } from './testing/rows-log.js';
import { TreeSeals } from './tree-seals.js';

describe('the comparison of log, tree, adoption and kept checkpoint', () => {
  let log: LogToAdopt;
  beforeAll(async () => {
    log = await LogToAdopt.open();
  });
  afterAll(() => log.stop());
  beforeEach(() => log.clear());

  const losses = (more: Partial<KeptParts> = {}) =>
    lossesOf({
      pool: log.pool,
      receipts: log.receipts,
      adoption: log.adoption,
      seals: new TreeSeals(log.keys),
      log: new TrustedReader({
        store: rowsLog(log.rows),
        authenticator: new Authenticator(log.keys),
        closed: new ClosedStreams(),
      }),
      streamPrefixes: [''],
      isOwnStream: () => true,
      store: {
        readAll: (options) => rowsLog(log.rows).readAll(options),
        ends: async (streams) => {
          const ends = new Map<string, { revision: number; metadataHash: string }>();
          for (const stream of streams) {
            const last = (await rowsLog(log.rows).readStream(stream)).at(-1);
            if (last !== undefined) ends.set(stream, { revision: last.revision, metadataHash: '' });
          }
          return ends;
        },
      },
      ...more,
    });

  it('finds nothing in an empty log, and in a log that grew since the checkpoint', async () => {
    expect(await losses()).toBeUndefined();
    log.append('ab', 'marked');
    await log.adopt();
    const kept = await newestCheckpoint(log.pool);
    log.append('ab', 'marked');
    await log.adopt();
    expect(await losses({ kept })).toBeUndefined();
  });

  it('lists the first lost places of many, and no event that neither a MAC nor a checkpoint of ours covers', async () => {
    const letters = 'abcdefghij';
    log.append(letters.repeat(45), 'marked');
    await log.adopt();
    log.append('ab', 'marked');
    const { rows } = log;
    log.rows = rows.slice(0, 200);
    const found = await losses();
    expect(found).toMatchObject({ events: 250, checkpoint: undefined, adoption: false, size: 450 });
    expect(found?.places.map(placeName).slice(0, 2)).toEqual([`${streamOf('a')}@20`, `${streamOf('b')}@20`]);
    expect(found?.places).toHaveLength(20);
    await log.pool.query("UPDATE log_tree SET mac = mac || 'x'");
    expect(await losses()).toMatchObject({ events: 250 });
    await log.pool.query("UPDATE log_checkpoints SET at = at + interval '1 second'");
    // Each leaf has a MAC of its own. A row that somebody wrote behind them ends no search.
    await log.pool.query(
      "INSERT INTO log_leaves (place, event_hash, stream, revision) VALUES (1000000, '\\x07', $1, 7)",
      [streamOf('a')],
    );
    expect(await losses()).toMatchObject({ events: 250 });
    await log.pool.query('UPDATE log_leaves SET mac = NULL');
    expect(await losses()).toBeUndefined();
  });

  it('names a lost leaf by its hash if somebody renamed it, and takes no leaf for lost whose event is there', async () => {
    log.append('aabb', 'marked');
    await log.adopt();
    await log.pool.query('UPDATE log_leaves SET mac = NULL WHERE place = 0');
    expect(await losses()).toBeUndefined();
    const { eventHash = '' } = (await leavesFrom(log.pool, 1, 1))[0] ?? {};
    log.lose(log.at('a', 1));
    await log.pool.query('UPDATE log_leaves SET stream = $1, revision = 0 WHERE place = 1', [streamOf('b')]);
    expect(await losses()).toMatchObject({
      events: 1,
      places: [{ stream: `leaf-${eventHash}`, revision: 1 }],
    });
    await log.adopt({ accept: named(`leaf-${eventHash}@1`) });
    expect(await losses()).toBeUndefined();
  });

  it('takes no leaf for lost whose row names a stream that does not exist, if its event is in the log', async () => {
    log.append('abc'.repeat(80), 'marked');
    await log.adopt();
    await log.pool.query("UPDATE log_leaves SET stream = 'x' WHERE place = ANY('{0,120,121,239}')");
    expect(await losses()).toBeUndefined();
    await log.pool.query("UPDATE log_leaves SET stream = 'x' || place");
    expect(await losses()).toBeUndefined();
    const { eventHash = '' } = (await leavesFrom(log.pool, 121, 1))[0] ?? {};
    log.rows = log.rows.filter((_, n) => n !== 121);
    expect(await losses()).toMatchObject({
      events: 1,
      places: [{ stream: `leaf-${eventHash}`, revision: 121 }],
    });
  });

  it('leaves out the places that the operator accepted', async () => {
    log.append('aabb', 'marked');
    await log.adopt();
    log.lose(log.at('a', 1), log.at('b', 1));
    expect(await losses()).toMatchObject({ events: 2 });
    await log.adopt({ accept: named(`${streamOf('a')}@1`, `${streamOf('b')}@1`) });
    expect(await losses()).toBeUndefined();
  });

  it('compares the kept checkpoint with the tree, unless the operator accepted it', async () => {
    log.append('abc', 'marked');
    await log.adopt();
    const checkpoint = await newestCheckpoint(log.pool);
    const kept = checkpoint;
    await log.pool.query('DELETE FROM log_leaves WHERE place > 1');
    await log.pool.query('DELETE FROM log_checkpoints');
    log.rows = log.rows.slice(0, 2);
    expect(await losses({ kept })).toMatchObject({ events: 0, checkpoint, size: 2 });
    const accept = checkpoint === undefined ? [] : [checkpointPlace(checkpoint)];
    await log.adopt({ accept }, { kept: checkpoint });
    expect(await losses({ kept })).toBeUndefined();
  });

  it('finds nothing if the log has the events of the leaves that an older database lacks', async () => {
    log.append('abc', 'marked');
    await log.adopt();
    log.append('aab', 'marked');
    await log.adopt();
    const kept = await newestCheckpoint(log.pool);
    const whole = log.rows;
    log.append('c', 'marked');
    await log.pool.query('DELETE FROM log_leaves WHERE place > 3');
    await log.pool.query('DELETE FROM log_nodes WHERE (place + 1) << level > 4');
    await log.pool.query('DELETE FROM log_checkpoints WHERE size > 4');
    expect(await losses({ kept })).toBeUndefined();
    const sizes: number[] = [];
    expect(await losses({ kept, onGrowing: (size) => void sizes.push(size) })).toBeUndefined();
    expect(sizes).toEqual([4]);
    log.rows = whole.filter((event) => event !== log.at('a', 2));
    expect(await losses({ kept })).toMatchObject({ checkpoint: kept, size: 4 });
    log.rows = whole.slice(0, -2);
    expect(await losses({ kept })).toMatchObject({ checkpoint: kept, size: 4 });
    await log.pool.query('TRUNCATE log_leaves, log_nodes, log_checkpoints');
    log.rows = whole;
    expect(await losses({ kept })).toBeUndefined();
  });

  it('compares the tree with that of LOG_ADOPTED', async () => {
    log.append('abc', 2);
    await log.adopt();
    const { adoption } = log;
    expect(await losses()).toBeUndefined();
    await log.pool.query('TRUNCATE log_leaves, log_nodes, log_checkpoints');
    expect(await losses({ adoption })).toMatchObject({ adoption: true, size: 0 });
  });
});
