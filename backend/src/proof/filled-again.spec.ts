import { acceptedBy, type Refills } from '../eventsourcing/trust/adoption.js';
import { Authenticator } from '../eventsourcing/trust/authenticate.js';
import { placeName } from '../eventsourcing/trust/place-names.js';
import { ClosedStreams } from '../eventsourcing/trust/closed-streams.js';
import { TEST_LOG } from '../eventsourcing/trust/testing/test-trust.js';
import { silentLogger } from '../platform/logging/logger.js';
import { RecordedTampering } from '../platform/tampering/testing/recorded-tampering.js';
import { FilledAgain } from './filled-again.js';
import { KeptCheckpoint } from './kept-checkpoint.js';
import { LeafSeals } from './leaf-seals.js';
import { LogToAdopt, named, streamOf } from './testing/log-to-adopt.js';
import { rowsLog } from './testing/rows-log.js';
import { TreeSeals } from './tree-seals.js';
import { TreeWatch } from './tree-watch.js';
import { verifyLog } from './verify-log.js';

describe('a place whose loss the operator accepted', () => {
  let log: LogToAdopt;
  beforeAll(async () => {
    log = await LogToAdopt.open();
  });
  afterAll(() => log.stop());
  beforeEach(async () => {
    await log.clear();
    log.append('aaab', 'marked');
    await log.adopt();
    log.lose(log.at('a', 1), log.at('a', 2));
    await accept('a@1', 'a@2');
  });

  const places = (...labels: readonly string[]) =>
    named(...labels.map((label) => `${streamOf(label[0] ?? '')}${label.slice(1)}`));
  const accept = async (...labels: readonly string[]): Promise<void> => {
    expect(await log.adopt({ accept: places(...labels), reason: 'known' })).toMatchObject({ adopted: true });
  };
  /** Appends an event to the stream `a`, and its leaf. */
  const fill = async (): Promise<void> => {
    log.append('a', 'marked');
    await log.adopt();
  };
  /** Returns what a verification finds. */
  const found = async (refills?: Refills): Promise<string[]> => {
    const verdict = await verifyLog({
      pool: log.pool,
      store: rowsLog(log.rows),
      checker: new Authenticator(log.keys),
      publicKeys: () => log.receipts.publicKeys(),
      streamPrefixes: [''],
      isAccepted: acceptedBy(
        log.adoption,
        refills ?? (await FilledAgain.over(log.pool, new LeafSeals(log.keys), log.adoption?.accepted)),
      ),
    });
    return verdict.places.map(({ kind, stream, revision }) => `${kind} ${stream}@${revision}`);
  };
  const kept = () =>
    KeptCheckpoint.open({ log: TEST_LOG, adopted: null, dataDir: undefined, logger: silentLogger });
  const at = (label: string): string => places(label).map(placeName).join();

  it('is not reported, and neither is the event that follows there', async () => {
    expect(await found()).toEqual([]);
    await fill();
    expect(await found()).toEqual([]);
    await fill();
    expect(await found()).toEqual([]);
  });

  it('is reported if the event that followed there is cut off, and if it is altered', async () => {
    await fill();
    const event = log.at('a', 1);
    log.replace(event, { ...event, data: Buffer.from('{"open":{}}') });
    expect(await found()).toEqual([`altered ${at('a@1')}`]);
    log.lose(log.at('a', 1));
    expect(await found()).toEqual([`truncated ${at('a@1')}`]);
  });

  it('is reported if the event that followed there was cut off and another one follows', async () => {
    await fill();
    log.lose(log.at('a', 1));
    log.append('a', 'marked');
    expect(await found()).toEqual([`dropped ${at('a@1')}`]);
    expect(await log.broken()).toEqual(['a@1']);
  });

  it('is reported if the stream is cut off behind it', async () => {
    await fill();
    await fill();
    await fill();
    log.lose(log.at('a', 3));
    expect(await found()).toEqual([`truncated ${at('a@3')}`]);
    log.lose(log.at('a', 2));
    expect(await found()).toEqual([`truncated ${at('a@2')}`]);
  });

  it('is known as filled without a restart', async () => {
    const refills = await FilledAgain.over(log.pool, new LeafSeals(log.keys), log.adoption?.accepted);
    await fill();
    log.lose(log.at('a', 1));
    expect(await found(refills)).toEqual([]);
    await refills.refresh(0);
    expect(await found(refills)).toEqual([`truncated ${at('a@1')}`]);
  });

  it('is known as filled although rows of leaves and checkpoints claimed a larger tree meanwhile', async () => {
    const refills = await FilledAgain.over(log.pool, new LeafSeals(log.keys), log.adoption?.accepted);
    const far = 2 ** 50;
    const [place = { stream: '', revision: 0 }] = places('a@1');
    await log.pool.query(
      `INSERT INTO log_leaves (place, event_hash, stream, revision) VALUES ($1, '\\x07', '', 0)`,
      [far],
    );
    await log.pool.query(
      `INSERT INTO log_checkpoints SELECT $1, root, at, key_id, signature FROM log_checkpoints LIMIT 1`,
      [far],
    );
    const watch = new TreeWatch({
      pool: log.pool,
      refills,
      receipts: log.receipts,
      log: undefined as never,
      closed: new ClosedStreams(),
      tampering: new RecordedTampering(),
      logger: silentLogger,
      tree: { seals: new TreeSeals(log.keys), kept: await kept(), accepts: () => false },
    });
    await expect(watch.look()).rejects.toThrow('no present or former key');
    await log.pool.query('DELETE FROM log_leaves WHERE place >= $1', [far]);
    await log.pool.query('DELETE FROM log_checkpoints WHERE size >= $1', [far]);
    await watch.look();
    await fill();
    await watch.look();
    expect(refills.isContinued(place)).toBe(true);
  });

  it('is not filled by a row that somebody else wrote', async () => {
    const refills = await FilledAgain.over(log.pool, new LeafSeals(log.keys), log.adoption?.accepted);
    const [place = { stream: '', revision: 0 }] = places('a@1');
    await log.pool.query(`INSERT INTO log_leaves (place, event_hash, stream, revision, mac)
      SELECT place + 1000, event_hash || '\\x07', stream, revision, mac FROM log_leaves`);
    await refills.refresh(0);
    expect(refills.isContinued(place)).toBe(false);
    await log.pool.query('DELETE FROM log_leaves WHERE place >= 1000');
    await fill();
    await refills.refresh(0);
    expect(refills.isContinued(place)).toBe(true);
  });

  it('has to be accepted again if what followed there is lost too, and the other places stay accepted', async () => {
    await fill();
    log.lose(log.at('a', 1));
    expect(await log.broken()).toEqual(['a@1']);
    const before = log.statement;
    await accept('a@1');
    expect(log.statement).not.toBe(before);
    expect(await found()).toEqual([]);
    await fill();
    expect(await found()).toEqual([]);
    log.lose(log.at('a', 1));
    expect(await found()).toEqual([`truncated ${at('a@1')}`]);
  });

  it('is not accepted again if nothing happened there', async () => {
    const before = log.statement;
    await accept('a@1', 'a@2');
    expect(log.statement).toBe(before);
  });
});
