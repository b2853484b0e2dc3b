import { randomBytes } from 'node:crypto';
import { metadataOf } from '../eventsourcing/journal/chain.js';
import { AppendKeys } from '../eventsourcing/trust/append-keys.js';
import { checkpointPlace } from '../eventsourcing/trust/place-names.js';
import { TEST_APPEND_KEY, TEST_LOG } from '../eventsourcing/trust/testing/test-trust.js';
import { takeRound } from './endless/round.js';
import { sealProgress } from './sealed-pass.js';
import type { AdoptionFindings } from './adopt-log.js';
import { newestCheckpoint } from './signed-checkpoints.js';
import { LogToAdopt, named, streamOf, stripped } from './testing/log-to-adopt.js';
import { beginRun, readRun } from './verification-run.js';

describe('siegel log:adopt of a log with retired and lost keys', () => {
  let log: LogToAdopt;
  beforeAll(async () => {
    log = await LogToAdopt.open();
  });
  afterAll(() => log.stop());
  beforeEach(() => log.clear());

  const [second, third] = [randomBytes(32), randomBytes(32)];
  const nameOf = (secret: Buffer): string => new AppendKeys(TEST_LOG, [secret]).names[0] ?? '';

  it('keeps the events of a retired key, and believes no later one', async () => {
    log.append('ab', 'marked');
    log.secrets = [second, TEST_APPEND_KEY];
    log.append('ab', 'marked');
    const result = await log.adopt({ retire: [nameOf(TEST_APPEND_KEY)], reason: 'it leaked' });
    expect(result).toMatchObject({ adopted: true });
    expect(log.adoption).toMatchObject({ retired: [nameOf(TEST_APPEND_KEY)], reason: 'it leaked' });
    log.append('a', 'marked');
    log.secrets = [TEST_APPEND_KEY];
    const { statement } = log;
    log.statement = undefined;
    log.append('b', 'marked');
    log.secrets = [second, TEST_APPEND_KEY];
    log.statement = statement;
    expect(await log.believed()).toEqual({ a: 3, b: 2 });
    expect(await log.broken()).toEqual(['b@2']);
  });

  it('leaves no progress of a verification with the MAC of a retired key', async () => {
    log.append('ab', 'marked');
    const { keys } = log;
    const round = { round: 1 };
    await log.pool.query('INSERT INTO log_pass (turn, state, mac) VALUES (1, $1, $2)', [
      round,
      sealProgress(keys, 'round', round),
    ]);
    await beginRun(log.pool, log.clock.now());
    log.secrets = [second, TEST_APPEND_KEY];
    expect(await log.adopt({ retire: [nameOf(TEST_APPEND_KEY)], reason: 'it leaked' })).toMatchObject({
      adopted: true,
    });
    const { isForged } = await takeRound(log.pool, log.keys, log.clock.now());
    expect([isForged, await readRun(log.pool, log.keys)]).toEqual([false, undefined]);
  });

  it('lists the events of the leaked key that no checkpoint from outside covers, by stream', async () => {
    log.append('ab', 'marked');
    await log.adopt();
    const kept = await newestCheckpoint(log.pool);
    log.append('aa', 'marked');
    log.secrets = [second, TEST_APPEND_KEY];
    log.append('c', 'marked');
    const retire = { retire: [nameOf(TEST_APPEND_KEY)], reason: 'it leaked' };
    const found: unknown[] = [];
    const onFindings = ({ retiring: { since, events, streams } }: AdoptionFindings) =>
      found.push({
        since,
        events,
        streams: streams.map((one) => [one.stream, one.events, one.from, one.to]),
      });
    await log.adopt({ ...retire, checkpoints: kept === undefined ? [] : [kept] }, { onFindings });
    const a = [streamOf('a'), 2, 1, 2];
    expect(found).toEqual([{ since: 2, events: 2, streams: [a] }]);
  });

  it('lists them all without a checkpoint, and those of no other key', async () => {
    log.append('ab', 'marked');
    log.secrets = [second, TEST_APPEND_KEY];
    log.append('ac', 'marked');
    const result = await log.adopt({ retire: [nameOf(TEST_APPEND_KEY)], reason: 'it leaked' });
    expect(result.retiring).toMatchObject({
      since: 0,
      events: 2,
      streams: [{ from: 0 }, { from: 0, to: 0 }],
    });
    expect((await log.adopt()).retiring).toMatchObject({ events: 0 });
  });

  it('lists those of a key that it retires again, because an older state was restored', async () => {
    log.append('ab', 'marked');
    log.secrets = [second, TEST_APPEND_KEY];
    log.append('c', 'marked');
    const name = nameOf(TEST_APPEND_KEY);
    const result = await log.adopt({}, { retiredEarlier: [name] });
    expect(result).toMatchObject({ adopted: true, retiredAgain: [name], retiring: { events: 2 } });
  });

  it('retires neither the newest key nor one that the list does not have', async () => {
    log.append('ab', 'marked');
    for (const name of [nameOf(TEST_APPEND_KEY), nameOf(second)])
      await expect(log.adopt({ retire: [name], reason: 'known' })).rejects.toThrow(name);
  });

  it('takes the events of a lost key only as far as a checkpoint from outside covers them', async () => {
    log.append('ab', 'marked');
    await log.adopt();
    const kept = await newestCheckpoint(log.pool);
    if (kept === undefined) throw new Error('there is no checkpoint');
    log.append('a', 'marked');
    log.secrets = [third];
    log.append('b', 'marked');
    const lost = { lostKeys: [nameOf(TEST_APPEND_KEY)], reason: 'the disk broke' };
    expect(await log.broken()).toEqual(['a@0', 'b@0', 'a@1']);
    expect(await log.broken(lost)).toEqual(['a@0', 'b@0', 'a@1']);
    expect(await log.broken({ ...lost, checkpoints: [kept] })).toEqual(['a@1']);
    await log.adopt({ ...lost, checkpoints: [kept], accept: named(`${streamOf('a')}@1`) });
    expect(await log.believed()).toEqual({ a: 2, b: 2 });
    expect(log.adoption).toMatchObject({ retired: lost.lostKeys });
    await expect(log.adopt({ lostKeys: [nameOf(third)] })).rejects.toThrow('is not lost');
  });

  it('takes no event whose MAC somebody took away behind events of a lost key', async () => {
    log.append('aab', 'marked');
    await log.adopt();
    const kept = await newestCheckpoint(log.pool);
    log.append('c', 'marked');
    log.secrets = [third];
    log.replace(log.at('c', 0), stripped(log.at('c', 0)));
    const checkpoints = kept === undefined ? [] : [kept];
    const lost = { lostKeys: [nameOf(TEST_APPEND_KEY)], checkpoints, reason: 'the disk broke' };
    expect(await log.broken(lost)).toEqual(['c@0']);
  });

  it('takes neither the events of other unknown keys, nor any by a checkpoint that the log does not continue', async () => {
    log.append('ab', 'marked');
    log.secrets = [second, TEST_APPEND_KEY];
    log.append('c', 'marked');
    await log.adopt();
    const kept = await newestCheckpoint(log.pool);
    if (kept === undefined) throw new Error('there is no checkpoint');
    log.secrets = [third];
    const lost = { lostKeys: [nameOf(TEST_APPEND_KEY)], checkpoints: [kept], reason: 'the disk broke' };
    expect(await log.broken(lost)).toEqual(['c@0']);
    const other = { ...kept, root: 'ab'.repeat(32) };
    const accept = [checkpointPlace(other)];
    expect(await log.broken({ ...lost, checkpoints: [other], accept })).toEqual(['a@0', 'b@0', 'c@0']);
  });

  it('believes no event of an unknown key', async () => {
    log.append('ab', 'marked');
    log.secrets = [second];
    log.append('b', 'marked');
    log.secrets = [TEST_APPEND_KEY];
    expect(await log.broken()).toEqual(['b@1']);
    expect(metadataOf(log.at('b', 1))?.mac).toContain(nameOf(second));
  });
});
