import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { alterEvent } from '../../testing/faults/altered-event.js';
import { newId } from '../platform/crypto/ids.js';
import { silentLogger } from '../platform/logging/logger.js';
import { until } from '../platform/testing/until.js';
import { ended, keyDestroyed, MAIL, PAYMENT, restored } from '../trust-stream/testing/samples.js';
import type { RecordsCommand } from '../trust-stream/records.commands.js';
import {
  type EndedKeyDestroyed,
  logStream,
  recordsStream,
  type StreamEnded,
  type StreamRestored,
} from '../trust-stream/trust.events.js';
import { beginPart } from './begin-part.js';
import { logOriginOf } from './log-origin.js';
import { StreamRecords } from './records.js';
import { ReportKeeper } from './report-keeper.js';
import { TrustRecords } from './trust-records.js';

const HASH = 'ab'.repeat(32);

describe('the records about closed streams, in memory', () => {
  let bench: TestInfrastructure;
  const running: TrustRecords[] = [];
  beforeEach(async () => {
    bench = await openTestInfrastructure();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.stop()));
    await bench.stop();
  });

  async function started(): Promise<TrustRecords> {
    const records = new TrustRecords(bench.infrastructure);
    running.push(records);
    records.start(bench.infrastructure.log);
    await records.ready();
    return records;
  }
  const run = (stream: string, command: RecordsCommand) =>
    new StreamRecords(bench.infrastructure.commands).run(stream, command, bench.context());
  const { last, fault, reason } = (ended as StreamEnded).open;
  const end = (stream: string) =>
    run(stream, {
      type: 'RecordEnded',
      stream,
      last: last ?? null,
      fault: fault ?? '',
      reason: reason ?? '',
    });

  it('know what the log held at their start, and what is appended later', async () => {
    const [one, two, three] = [`nda-${newId()}`, `nda-${newId()}`, `nda-${newId()}`];
    await end(one);
    const records = await started();
    expect([records.isEnded(one), records.isEnded(two)]).toEqual([true, false]);
    expect(records.endOf(one)).toMatchObject({ last, fault, reason });
    await end(two);
    await until(() => records.isEnded(two));
    expect(records.isEnded(three)).toBe(false);
  });

  it('accept places behind the end of an ended stream', async () => {
    const stream = `nda-${newId()}`;
    await end(stream);
    const records = await started();
    const at = last?.revision ?? 0;
    expect([at, at + 1, at + 9].map((revision) => records.isBehindEnd(stream, revision))).toEqual([
      false,
      true,
      true,
    ]);
    expect(records.isBehindEnd(`nda-${newId()}`, at + 1)).toBe(false);
  });

  it('know every place of a stream of which nothing counts', async () => {
    const stream = `nda-${newId()}`;
    await run(stream, { type: 'RecordEnded', stream, last: null, fault: 'mac', reason: 'Forged as a whole' });
    expect((await started()).isBehindEnd(stream, 0)).toBe(true);
  });

  it('know exactly which events were put back, chosen and given up', async () => {
    const repaired = `nda-${newId()}`;
    const { open } = restored as StreamRestored;
    const [back, chosen, rival, behind] = [
      { revision: 7, hash: HASH },
      { revision: 8, hash: HASH },
      { revision: 8, hash: 'cd'.repeat(32) },
      { revision: 9, hash: 'ce'.repeat(32) },
    ] as const;
    await run(repaired, {
      type: 'RecordRestored',
      ...open,
      stream: repaired,
      removed: [],
      putBack: [back],
      chosen,
      givenUp: [rival, behind],
    });
    const records = await started();
    const events = [back, { ...back, hash: rival.hash }, { ...back, revision: 6 }];
    expect(events.map((one) => records.isPutBack(repaired, one))).toEqual([true, false, false]);
    expect([back, chosen, rival].map((one) => records.isGivenUp(repaired, one))).toEqual([
      false,
      false,
      true,
    ]);
    expect([back, chosen, rival].map((one) => records.isChosen(repaired, one, []))).toEqual([
      false,
      true,
      false,
    ]);
    // A later event at the place is not among those over which the operator chose.
    const later = 'ef'.repeat(32);
    for (const [others, isChosen] of [
      [[rival.hash], true],
      [[rival.hash, later], false],
    ] as const)
      expect(records.isChosen(repaired, chosen, others)).toBe(isChosen);
    // Behind the choice, an event gave way with its branch.
    const next = { revision: 9, hash: HASH };
    expect(records.isChosen(repaired, next, [behind.hash])).toBe(true);
    expect(records.isChosen(repaired, next, [behind.hash, later])).toBe(false);
    expect(records.isChosen(repaired, next, [])).toBe(false);
  });

  it('tell each choice of the operator once, even if they meet its record again', async () => {
    const stream = `nda-${newId()}`;
    const chosen = { revision: 8, hash: HASH };
    const rival = { revision: 8, hash: 'cd'.repeat(32) };
    const { open } = restored as StreamRestored;
    const record = { type: 'RecordRestored', ...open, stream, removed: [], putBack: [] } as const;
    await run(stream, { ...record, chosen: null, givenUp: [] });
    await run(stream, { ...record, chosen, givenUp: [rival] });
    const { log, journal } = bench.infrastructure;
    const told: unknown[] = [];
    const records = new TrustRecords({
      log: {
        readAll: (options) => log.readAll({ ...options, after: undefined }),
        load: (...args) => log.load(...args),
        placeIn: (name) => log.placeIn(name),
      },
      journal,
      onChoice: (...choice) => void told.push(choice),
    });
    await records.read();
    await records.read();
    expect(told).toEqual([[stream, chosen]]);
  });

  it('learn of records that a repair puts back while they are followed', async () => {
    const stream = `nda-${newId()}`;
    const { records, log, pool } = bench.infrastructure;
    const keeper = new ReportKeeper({ ...bench.infrastructure, clock: bench.clock, logger: silentLogger });
    await keeper.keep(stream, MAIL, ['one']);
    await end(stream);
    const altered = await alterEvent(pool, recordsStream(stream), 0);
    records.start(log);
    running.push(records);
    await records.ready();
    expect(records.isEnded(stream)).toBe(false);
    await altered.putBack();
    await log.load(recordsStream(stream));
    await records.ready();
    expect(records.endOf(stream)).toMatchObject({ last, fault, reason });
    expect(records.ended()).toMatchObject([[stream, { open: [{ report: MAIL }] }]]);
    const call = { reason: 'over', isHeld: false, countedUntil: null, isAgain: false };
    await run(stream, { type: 'CallForEndedKey', stream, ...call });
    await until(() => records.isKeyCalledFor(stream));
  });

  it('keep a stream closed until records that a repair put back are loaded, and load them again after a failure', async () => {
    const stream = `nda-${newId()}`;
    await end(stream);
    const { log, journal } = bench.infrastructure;
    let isAway = true;
    const records = new TrustRecords({
      log: {
        readAll: (options) => log.readAll(options),
        load: (...args) => (isAway ? Promise.reject(new Error('it is away')) : log.load(...args)),
        placeIn: (name) => log.placeIn(name),
      },
      journal,
      everyMs: 10,
    });
    expect(records.areClosed(stream)).toBe(false);
    records.opened(recordsStream(stream));
    expect(records.areClosed(stream)).toBe(true);
    await records.settled();
    expect([records.areClosed(stream), records.isEnded(stream)]).toEqual([true, false]);
    running.push(records);
    // Nothing is appended, so only the timer loads the records again.
    records.start({ subscribe: () => ({ stop: async () => undefined }) });
    isAway = false;
    await until(() => records.isEnded(stream));
    expect(records.areClosed(stream)).toBe(false);
  });

  it('are loaded if a repair says that it put them back, even if nobody found them closed before', async () => {
    const stream = `nda-${newId()}`;
    const name = recordsStream(stream);
    await end(stream);
    const { pool } = bench.infrastructure;
    const away = (from: string, to: string) =>
      pool.query('UPDATE event_store.events SET stream = $2 WHERE stream = $1', [from, to]);
    await away(name, 'other-1');
    const records = await started();
    await away('other-1', name);
    expect(records.isEnded(stream)).toBe(false);
    const { open } = restored as StreamRestored;
    await run(name, { type: 'RecordRestored', ...open, stream: name });
    await until(() => records.isEnded(stream));
  });

  it('forget nothing of a part that is closed meanwhile', async () => {
    const stream = `nda-${newId()}`;
    const { commands, records, log, pool } = bench.infrastructure;
    const keeper = new ReportKeeper({ ...bench.infrastructure, clock: bench.clock, logger: silentLogger });
    await keeper.keep(stream, MAIL, ['one']);
    const first = await alterEvent(pool, recordsStream(stream), 0);
    const parts = { commands, clock: bench.clock, log: 'log', origin: 'nda.example/log', originToday: '' };
    await beginPart(parts, recordsStream(stream), 'It was altered');
    await end(stream);
    await records.read();
    await alterEvent(pool, recordsStream(stream, 2), 1);
    await first.putBack();
    await log.load(recordsStream(stream));
    await records.ready();
    expect(records.isEnded(stream)).toBe(true);
  });

  it('know the places behind which a further part was begun, of the log and of the records about a stream', async () => {
    const stream = `nda-${newId()}`;
    const { commands, pool } = bench.infrastructure;
    const origin = 'nda.example/log';
    const parts = { commands, clock: bench.clock, log: 'log', origin, originToday: origin };
    await logOriginOf({ ...parts, configured: origin, byDefault: origin, logger: silentLogger });
    const keeper = new ReportKeeper({ ...bench.infrastructure, clock: bench.clock, logger: silentLogger });
    for (const report of [MAIL, PAYMENT]) await keeper.keep(stream, report, ['one']);
    await alterEvent(pool, recordsStream(stream), 1);
    await alterEvent(pool, logStream(1), 0);
    const records = await started();
    const places = [
      [recordsStream(stream), 0],
      [recordsStream(stream), 1],
      [recordsStream(stream), 2],
      [recordsStream(stream, 2), 0],
      [logStream(1), 0],
      [logStream(2), 0],
      [stream, 1],
    ] as const;
    const known = () => places.map(([name, revision]) => records.isBehindPart(name, revision));
    expect(known()).toEqual(places.map(() => false));
    for (const name of [recordsStream(stream), logStream(1)]) await beginPart(parts, name, 'It was altered');
    const begun = [false, true, true, false, true, false, false];
    await until(() => JSON.stringify(known()) === JSON.stringify(begun));
    // A process that starts reads the same.
    const other = new TrustRecords(bench.infrastructure);
    await other.read();
    expect(places.map(([name, revision]) => other.isBehindPart(name, revision))).toEqual(begun);
  });

  it('know the ended streams whose key is destroyed', async () => {
    const [one, two] = [`nda-${newId()}`, `nda-${newId()}`];
    for (const stream of [one, two]) await end(stream);
    const { open } = keyDestroyed as EndedKeyDestroyed;
    await run(one, { type: 'RecordEndedKeyDestroyed', ...open, stream: one });
    const records = await started();
    expect([one, two].map((stream) => records.isKeyDestroyed(stream))).toEqual([true, false]);
  });

  it('name the ended streams, and what was kept for them until a person dealt with it', async () => {
    const [one = '', two = ''] = [`nda-${newId()}`, `nda-${newId()}`].toSorted();
    const keeper = new ReportKeeper({ ...bench.infrastructure, clock: bench.clock, logger: silentLogger });
    await keeper.keep(two, PAYMENT, ['one']);
    const records = await started();
    expect(records.ended()).toEqual([]);
    for (const stream of [two, one]) await end(stream);
    await until(() => records.ended().length === 2);
    expect(records.ended().map(([stream]) => stream)).toEqual([one, two]);
    const [, found] = records.ended();
    expect(found).toMatchObject([two, { open: [{ report: PAYMENT }] }]);
    const about = found?.[1].open[0]?.eventId ?? '';
    const before = records.changes;
    expect([one, two].map((stream) => records.isOver(stream, about))).toEqual([false, false]);
    await run(two, { type: 'CloseEndedObligation', stream: two, about });
    await until(() => records.isOver(two, about));
    expect(records.isOver(one, about)).toBe(false);
    expect(records.changes).toBe(before + 1);
    expect(records.ended().map(([, { over }]) => over)).toEqual([[], [about]]);
  });

  it('name the streams with reports that may still go into them, and those with reports that never do', async () => {
    const streams = [`nda-${newId()}`, `nda-${newId()}`, `nda-${newId()}`].toSorted();
    const keeper = new ReportKeeper({ ...bench.infrastructure, clock: bench.clock, logger: silentLogger });
    for (const stream of streams.toReversed()) await keeper.keep(stream, MAIL, ['one']);
    const [first = '', second = '', third = ''] = streams;
    await keeper.keep(first, PAYMENT, ['one']);
    const records = await started();
    expect(records.streamsWithReports()).toEqual(streams);
    await end(third);
    const { open } = await new StreamRecords(bench.infrastructure.commands).read(second);
    for (const { eventId } of open)
      await run(second, { type: 'NoteReportAppended', eventId, outcome: 'appended' });
    await until(() => records.streamsWithReports().length === 1);
    expect(records.streamsWithReports()).toEqual([first]);
    expect(records.ended()).toMatchObject([[third, { open: [{ report: MAIL }] }]]);
  });
});
