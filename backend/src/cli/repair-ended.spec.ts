import type { UntrustedEvent } from '../eventsourcing/event-store/event-store.js';
import { metadataOf } from '../eventsourcing/journal/chain.js';
import { STREAM_ENDED } from '../eventsourcing/trust/ended.js';
import { ReportKeeper } from '../closed-streams/report-keeper.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { NdaCommand } from '../nda/nda.commands.js';
import { ndaIdOf } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { silentLogger } from '../platform/logging/logger.js';
import { until } from '../platform/testing/until.js';
import { isOwnStream, STREAM_PREFIXES } from '../app/streams.js';
import { lossesOf } from '../proof/compare-with-kept.js';
import { forksIn } from '../proof/forks.js';
import { leavesOfStream } from '../proof/leaves.js';
import { compareStream } from '../proof/verify-nda.js';
import { alterEvent } from '../../testing/faults/altered-event.js';
import { PAYMENT } from '../trust-stream/testing/samples.js';
import { recordsStream } from '../trust-stream/trust.events.js';
import { AttackedLog } from '../../testing/log/attacked-log.js';
import { checkTampering, decidedIn } from './doctor/tampering-check.js';
import { firstUnlessAll } from '../platform/testing/only-in-all.js';

const REASON = ['--reason', 'a drill'] as const;
const { SetLegalHold, LiftLegalHold } = oneOfEachCommand;

let log: AttackedLog;
let stream: string;
let genuine: UntrustedEvent[];
beforeEach(async () => {
  log = await AttackedLog.open();
  stream = await log.agreement();
  genuine = await log.rows(stream);
});
afterEach(() => log.stop());

const remove = (from: number) =>
  log.pool.query('DELETE FROM event_store.events WHERE stream = $1 AND revision >= $2', [stream, from]);
const doctor = async () => {
  const { log: reader, tree } = log.infrastructure;
  const names = tree.seals.leaves;
  const decided = await decidedIn({ log: reader, adoption: undefined }, names, log.pool);
  return checkTampering(log.pool, reader, log.log.bench.secrets, names, decided);
};

/** Ends the stream before its event at this revision, and waits until the mark of the end has a leaf. */
async function end(revision: number): Promise<void> {
  await remove(revision);
  expect(await log.repair(stream, '--end', ...REASON)).toMatchObject({ reports: [{ state: 'ended' }] });
  const [mark] = (await log.rows(stream)).slice(revision);
  await until(async () =>
    (await leavesOfStream(log.pool, stream, revision, 10)).some(
      ({ eventHash }) => mark !== undefined && eventHash === metadataOf(mark)?.hash,
    ),
  );
}

describe.each(firstUnlessAll([0, 2, 3]))(
  'a stream that was ended before event %s, of which the tree has a leaf',
  (revision) => {
    beforeEach(() => end(revision));

    it('is ended by the operator in every later list, and there is nothing to do', async () => {
      const before = await log.rows(stream);
      for (const args of [[], [...REASON], ['--end', ...REASON]]) {
        const { isDone, reports } = await log.repair(stream, ...args);
        expect([isDone, reports]).toEqual([
          true,
          [expect.objectContaining({ state: 'ended', findings: [], removed: [], putBack: [], end: null })],
        ]);
      }
      expect(await log.rows(stream)).toEqual(before);
      expect(await log.recorded(stream)).toHaveLength(1);
    });

    it('is not told as a fork, although the tree has two leaves of the place', async () => {
      expect(await forksIn(log.pool, log.infrastructure.tree.seals)).toEqual([]);
      expect(log.log.tampering.all).toEqual([]);
    });

    it('is no fault of the doctor, although leaves behind its end have no events', async () => {
      expect((await doctor()).says).toContain('each of the newest leaves of the tree has a matching event');
      await log.pool.query('DELETE FROM event_store.events WHERE stream <> $1 AND stream LIKE $2', [
        stream,
        'nda-%',
      ]);
      expect(await doctor()).toMatchObject({ state: 'fault', says: expect.stringContaining('has no event') });
    });
  },
);

describe('a stream that was ended', () => {
  const putBack = async (rows: readonly UntrustedEvent[]): Promise<void> => {
    for (const { revision, id, type, data, metadata } of rows)
      await log.pool.query(
        'INSERT INTO event_store.events (stream, revision, id, type, data, metadata) VALUES ($1, $2, $3, $4, $5, $6)',
        [stream, revision, id, type, data, metadata],
      );
  };

  it('stays closed at its end, whatever genuine events somebody puts back behind it, and ends there again', async () => {
    await end(2);
    await remove(2);
    expect(await log.counted(stream)).toEqual([2, 'ended']);
    await putBack(genuine.slice(2));
    expect(await log.counted(stream)).toEqual([2, 'ended']);
    const other = await log.log.another();
    await expect(
      other.commands.run(ndaDecider, ndaIdOf(stream), SetLegalHold, log.log.bench.context()),
    ).rejects.toThrow('is closed from event 2 on (ended)');
    await log.log.stopCheckpointer();
    expect(await log.repair(stream, ...REASON)).toMatchObject({
      isDone: true,
      reports: [{ state: 'ended', removed: genuine.slice(2).map(({ revision }) => revision) }],
    });
    expect((await log.rows(stream)).map(({ type }) => type).slice(2)).toEqual([STREAM_ENDED]);
  });

  it('has the reports that were kept for it in every list, before and after its end', async () => {
    await remove(2);
    const keeper = new ReportKeeper({ ...log.operator, logger: silentLogger });
    await keeper.keep(stream, PAYMENT, ['one']);
    const kept = [expect.objectContaining({ report: PAYMENT })];
    expect(await log.repair(stream)).toMatchObject({ reports: [{ state: 'closed', kept: [] }] });
    for (const [args, state] of [
      [['--end'], 'repairable'],
      [['--end', ...REASON], 'ended'],
      [[], 'ended'],
    ] as const)
      expect(await log.repair(stream, ...args)).toMatchObject({ reports: [{ state, kept }] });
  });

  it('stays closed if somebody alters the record of its end, and no repair is planned without that record', async () => {
    await end(2);
    const records = recordsStream(stream);
    const altered = await alterEvent(log.pool, records, 0);
    await remove(2);
    await putBack(genuine.slice(2));
    const other = await log.log.another();
    expect((await other.log.load(stream)).untrusted).toEqual({ revision: genuine.length, fault: 'records' });
    const run = () => other.commands.run(ndaDecider, ndaIdOf(stream), SetLegalHold, log.log.bench.context());
    await expect(run()).rejects.toThrow(`is closed from event ${genuine.length} on (records)`);
    for (const args of [[], REASON])
      expect(await log.repair(stream, ...args)).toMatchObject({
        isDone: false,
        reports: [{ state: 'closed', message: expect.stringContaining(`siegel log:repair ${records}`) }],
      });
    expect(await log.rows(stream)).toHaveLength(genuine.length);
    await altered.putBack();
    await other.log.load(records);
    await other.records.ready();
    expect((await other.log.load(stream)).untrusted).toEqual({ revision: 2, fault: 'ended' });
  });

  it('stays closed for a process that starts after somebody deleted the record of its end, and opens with it', async () => {
    await end(2);
    const records = recordsStream(stream);
    await until(async () => (await leavesOfStream(log.pool, records, 0, 1)).length > 0);
    const [record] = await log.rows(records);
    const backup = await log.dump([record as UntrustedEvent]);
    await log.pool.query('DELETE FROM event_store.events WHERE stream = $1', [records]);
    await remove(2);
    await putBack(genuine.slice(2));
    // Otherwise the end of the whole log is lost, and no process starts.
    await log.log.bench.nda();
    const other = await log.log.another();
    const run = () => other.commands.run(ndaDecider, ndaIdOf(stream), SetLegalHold, log.log.bench.context());
    await expect(run()).rejects.toThrow(`is closed from event ${genuine.length} on (records)`);
    expect(await log.rows(stream)).toHaveLength(genuine.length);
    expect(await log.repair(records, '--from', backup, ...REASON)).toMatchObject({ isDone: true });
    await other.log.load(records);
    await other.records.ready();
    expect((await other.log.load(stream)).untrusted).toEqual({ revision: 2, fault: 'ended' });
  });

  it('does not begin again if somebody takes all of it away', async () => {
    await end(0);
    await remove(0);
    const other = await log.log.another();
    const { CreateNda } = oneOfEachCommand;
    const ndaId = ndaIdOf(stream);
    await expect(
      other.commands.run(ndaDecider, ndaId, { ...CreateNda, ndaId, chain: ndaId }, log.log.bench.context()),
    ).rejects.toThrow('is closed from event 0 on');
    expect(await log.rows(stream)).toEqual([]);
  });
});

describe('a branch that gave way to a shorter one', () => {
  it('is no loss, although the tree has leaves behind the end of the chosen one', async () => {
    const last = genuine.length - 1;
    const backup = await log.dump(genuine);
    const other = await log.log.another();
    await remove(last);
    const run = (command: NdaCommand) =>
      other.commands.run(ndaDecider, ndaIdOf(stream), command, log.log.bench.context());
    for (const command of [LiftLegalHold, SetLegalHold]) await run(command);
    await until(async () => (await leavesOfStream(log.pool, stream, last, 10)).length === 3);
    await log.log.stopCheckpointer();
    const hash = metadataOf(genuine[last] as UntrustedEvent)?.hash ?? '';
    const args = ['--from', backup, '--branch', hash.slice(0, 16)];
    expect((await log.repair(stream, ...args, ...REASON)).reports).toEqual([
      expect.objectContaining({ state: 'repaired' }),
    ]);
    expect(await log.rows(stream)).toEqual(genuine);
    const process = await log.log.another();
    const { isAccepted, pool, store, receipts, tree, log: reader } = process;
    expect(await reader.load(stream)).toMatchObject({ untrusted: undefined });
    const known = { isAccepted, pool, store, receipts, seals: tree.seals, log: reader };
    const of = { streamPrefixes: STREAM_PREFIXES, isOwnStream };
    expect(await lossesOf({ ...known, ...of })).toBeUndefined();
    expect((await log.log.verify({ isAccepted })).places).toEqual([]);
    const { checker } = reader;
    expect((await compareStream({ pool, store, checker, isAccepted }, stream)).places).toEqual([]);
    expect(await lossesOf({ ...known, ...of, isAccepted: () => false })).toMatchObject({ events: 1 });
    expect((await log.log.verify()).places).not.toEqual([]);
  });
});

describe('a place that was repaired', () => {
  it('is tampering again if another event of the service takes it, or if it is cut off', async () => {
    const backup = await log.dump(genuine);
    const last = genuine.length - 1;
    await remove(last);
    expect((await log.repair(stream, '--from', backup, ...REASON)).isDone).toBe(true);
    const other = await log.log.another();
    await log.infrastructure.records.read();
    await remove(last);
    expect(await log.counted(stream)).toEqual([last, 'missing']);
    await other.commands.run(ndaDecider, ndaIdOf(stream), LiftLegalHold, log.log.bench.context());
    await until(async () => (await leavesOfStream(log.pool, stream, last, 10)).length === 2);
    // A process that saw neither of the two events knows the fork from the tree.
    const third = await log.log.another();
    expect((await third.log.load(stream)).untrusted).toEqual({ revision: last, fault: 'forked' });
    expect(await log.repair(stream, '--from', backup)).toMatchObject({
      isDone: false,
      reports: [{ state: 'closed', hindrance: 'forked' }],
    });
  });
});
