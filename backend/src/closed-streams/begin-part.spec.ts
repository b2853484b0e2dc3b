import { alterEvent } from '../../testing/faults/altered-event.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { newId } from '../platform/crypto/ids.js';
import { silentLogger } from '../platform/logging/logger.js';
import { DISPUTE, HOLD, MAIL } from '../trust-stream/testing/samples.js';
import type { RecordsCommand } from '../trust-stream/records.commands.js';
import { logStream, recordsStream } from '../trust-stream/trust.events.js';
import { beginPart } from './begin-part.js';
import { logOriginOf } from './log-origin.js';
import { PARTS_MAX } from './parts.js';
import { StreamRecords } from './records.js';
import { ReportKeeper } from './report-keeper.js';

const LOG = `log-${'5e'.repeat(16)}`;
const ORIGIN = 'nda.example/log';

describe('the next part of a trust stream', () => {
  let bench: TestInfrastructure;
  let closed: string;
  beforeEach(async () => {
    bench = await openTestInfrastructure();
    closed = `nda-${newId()}`;
  });
  afterEach(() => bench.stop());

  const begin = async (stream: string, origin?: string): Promise<string> => {
    const { commands } = bench.infrastructure;
    const parts = { commands, clock: bench.clock, log: LOG, origin, originToday: 'moved.example/log' };
    return (await beginPart(parts, stream, 'It was altered')).name;
  };
  const keeper = () =>
    new ReportKeeper({ ...bench.infrastructure, clock: bench.clock, logger: silentLogger });
  const records = () => new StreamRecords(bench.infrastructure.commands).read(closed);
  const eventsOf = async (stream: string) => (await bench.infrastructure.journal.load(stream)).events;

  it('of the log names log, origin, number and the last event that counts before', async () => {
    const { commands, pool } = bench.infrastructure;
    await logOriginOf({
      commands,
      log: LOG,
      configured: undefined,
      byDefault: ORIGIN,
      clock: bench.clock,
      logger: silentLogger,
    });
    await expect(begin('trust-1')).rejects.toThrow('trust-1 is open');
    await alterEvent(pool, logStream(1), 0);
    await expect(begin('trust-1')).rejects.toThrow(/Set LOG_ORIGIN.*moved\.example\/log/);
    expect(await begin('trust-1', ORIGIN)).toBe('trust-2');
    expect((await eventsOf('trust-2'))[0]?.open).toEqual({
      log: LOG,
      origin: ORIGIN,
      part: 2,
      before: null,
      reason: 'It was altered',
    });
    await expect(begin('trust-1')).rejects.toThrow('trust-2 is open');
    await alterEvent(pool, logStream(2), 0);
    expect(await begin('trust-2', ORIGIN)).toBe('trust-3');
  });

  it('of the records about a stream takes what is kept from then on, and nothing before it is lost', async () => {
    const { pool } = bench.infrastructure;
    await keeper().keep(closed, DISPUTE, [2]);
    await keeper().keep(closed, MAIL, ['one']);
    const altered = await alterEvent(pool, recordsStream(closed), 1);
    await expect(keeper().keep(closed, HOLD, ['one'])).rejects.toThrow('is closed from event 1 on');
    expect(await begin(recordsStream(closed))).toBe(recordsStream(closed, 2));
    const [first] = await eventsOf(recordsStream(closed));
    expect((await eventsOf(recordsStream(closed, 2)))[0]).toMatchObject({
      type: 'PartBegun',
      open: { part: 2, before: { stream: recordsStream(closed), revision: 0, hash: first?.hash } },
    });
    expect(await keeper().keep(closed, HOLD, ['one'])).toBe('kept');
    expect((await records()).open.map(({ report }) => report.kind)).toEqual(['dispute', 'hold']);
    await altered.putBack();
    expect((await records()).open.map(({ report }) => report.kind)).toEqual(['dispute', 'mail', 'hold']);
    await keeper().keep(closed, MAIL, ['two']);
    expect(await eventsOf(recordsStream(closed, 2))).toHaveLength(3);
  });

  it('of the records decides on what all parts say: the end, its key and the kept reports', async () => {
    const { commands, pool } = bench.infrastructure;
    const run = (command: RecordsCommand) =>
      new StreamRecords(commands).run(closed, command, bench.context());
    await keeper().keep(closed, MAIL, ['one']);
    const [mail] = (await records()).open;
    const last = { revision: 4, hash: 'ab'.repeat(32) };
    const end = { type: 'RecordEnded', stream: closed, last, fault: 'cut', reason: 'lost' } as const;
    await run(end);
    await keeper().keep(closed, MAIL, ['two']);
    await alterEvent(pool, recordsStream(closed), 2);
    await begin(recordsStream(closed));
    expect((await run(end)).events).toEqual([]);
    expect(await keeper().keep(closed, MAIL, ['one'])).toBe('known');
    const note = { type: 'NoteReportAppended', eventId: mail?.eventId ?? '', outcome: 'refused' } as const;
    expect((await run(note)).events).toHaveLength(1);
    const over = { stream: closed, reason: 'over', isHeld: false, countedUntil: null, isAgain: false };
    const call = { type: 'CallForEndedKey', ...over };
    expect((await run(call as RecordsCommand)).events).toHaveLength(1);
    const types = (await eventsOf(recordsStream(closed, 2))).map(({ type }) => type);
    expect(types).toEqual(['PartBegun', 'ReportAppended', 'EndedKeyDue']);
  });

  it('is not begun behind the last part that is read, and the operator learns what to do', async () => {
    const { commands } = bench.infrastructure;
    const untrusted = { revision: 0, fault: 'mac' } as const;
    const forged: typeof commands.lastTrusted = async (decider, id) => ({
      state: decider.initial,
      revision: -1,
      events: [],
      head: { stream: id, revision: -1, hash: '', at: null },
      untrusted,
    });
    const parts = {
      commands: { ...commands, lastTrusted: forged },
      clock: bench.clock,
      log: LOG,
      origin: ORIGIN,
      originToday: ORIGIN,
    };
    const refused = beginPart(parts, recordsStream(closed), 'It was altered');
    await expect(refused).rejects.toThrow(`siegel log:repair ${recordsStream(closed, PARTS_MAX)}`);
  });

  it('is not begun by an event that somebody else wrote', async () => {
    const { pool } = bench.infrastructure;
    await keeper().keep(closed, DISPUTE, [2]);
    await pool.query(
      `INSERT INTO event_store.events (id, stream, revision, type, data, metadata)
       SELECT gen_random_uuid(), $2, revision, type, data, metadata FROM event_store.events WHERE stream = $1`,
      [recordsStream(closed), recordsStream(closed, 2)],
    );
    expect(await keeper().keep(closed, HOLD, ['one'])).toBe('kept');
    expect(await eventsOf(recordsStream(closed))).toHaveLength(2);
    await alterEvent(pool, recordsStream(closed), 0);
    expect(await begin(recordsStream(closed))).toBe(recordsStream(closed, 3));
  });

  it.each([
    ['another stream', () => closed, 'is no trust stream'],
    ['one that does not exist', () => recordsStream(closed), 'There is no stream'],
  ])('is refused for %s', async (_, stream, message) => {
    await expect(begin(stream())).rejects.toThrow(message);
  });
});
