import { recheckStreams } from '../app/log-verifications.js';
import { beginPart } from '../closed-streams/begin-part.js';
import { StreamRecords } from '../closed-streams/records.js';
import { ReportKeeper } from '../closed-streams/report-keeper.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaIdOf } from '../nda/nda.events.js';
import { oneOfEachCommand } from '../nda/testing/commands.js';
import { silentLogger } from '../platform/logging/logger.js';
import { tamperedFigures } from '../proof/endless/tampered-streams.js';
import { HOLD, MAIL } from '../trust-stream/testing/samples.js';
import type { KeptReport } from '../trust-stream/kept-report.events.js';
import { recordsStream } from '../trust-stream/trust.events.js';
import { alterEvent } from '../../testing/faults/altered-event.js';
import { AttackedLog } from '../../testing/log/attacked-log.js';

const { SignAsParty1, EraseNda } = oneOfEachCommand;

let log: AttackedLog;
let stream: string;
let records: string;
beforeEach(async () => {
  log = await AttackedLog.open();
  stream = await log.agreement(SignAsParty1);
  records = recordsStream(stream);
});
afterEach(() => log.stop());

type Process = Pick<AttackedLog['operator'], 'commands' | 'clock'>;
const keep = (report: KeptReport) =>
  new ReportKeeper({ ...log.operator, logger: silentLogger }).keep(stream, report, [report.kind]);
const begin = async ({ commands, clock }: Process = log.operator): Promise<string> => {
  const parts = { commands, clock, log: 'log', origin: undefined, originToday: '' };
  return (await beginPart(parts, records, 'a drill')).name;
};
const remove = (name: string, from = 0) =>
  log.pool.query('DELETE FROM event_store.events WHERE stream = $1 AND revision >= $2', [name, from]);
const whole = ({ commands }: Process) => new StreamRecords(commands).readWhole(stream);
const erase = ({ commands }: Process) =>
  commands.run(ndaDecider, ndaIdOf(stream), EraseNda, log.log.bench.context());

it.each([0, 1])(
  'records that were cut off from event %s on are closed, and a further part can follow',
  async (from) => {
    await keep(MAIL);
    await keep(HOLD);
    await log.log.untilAllHaveLeaves();
    await remove(records, from);
    // Otherwise the end of the whole log is lost, and no process starts.
    await log.log.bench.nda();
    const process = await log.log.another();
    const closed = { stream: records, place: { revision: from, fault: 'missing' } };
    await expect(whole(process)).rejects.toMatchObject(closed);
    await expect(erase(process)).rejects.toMatchObject({ stream: records });
    expect(await begin(process)).toBe(recordsStream(stream, 2));
    expect((await whole(process)).open).toHaveLength(from);
  },
);

it('a part behind which a further one was begun is no tampering any more, and stays closed', async () => {
  await keep(MAIL);
  await keep(HOLD);
  await log.log.untilAllHaveLeaves();
  await alterEvent(log.pool, records, 1);
  const process = await log.log.another();
  const { isAccepted, tampered, trust, pool } = process;
  const place = { revision: 1, fault: 'hash' } as const;
  const found = async () =>
    (await log.log.verify({ isAccepted })).places.filter(({ stream: name }) => name === records);
  await expect(whole(process)).rejects.toMatchObject({ stream: records, place });
  await tampered.settled();
  expect(await found()).toMatchObject([{ revision: 1, kind: 'altered' }]);
  expect(tampered.isSettled(records, place)).toBe(false);
  expect((await tamperedFigures(pool)).streams).toBe(1);
  await begin(process);
  await process.records.read();
  expect(await found()).toEqual([]);
  expect(tampered.isSettled(records, place)).toBe(true);
  await recheckStreams(process, []).run(new AbortController().signal);
  expect((await tamperedFigures(pool)).streams).toBe(0);
  expect((await process.log.load(records)).untrusted).toMatchObject(place);
  expect(trust.closed.accepts(records, 1, 'forked', 'another')).toBe(false);
  // An event that counted when the part was begun has to stay.
  await alterEvent(log.pool, records, 0);
  expect(await found()).toMatchObject([{ revision: 0, kind: 'altered' }]);
});

it('an altered record is listed with its own fault, and not as missing, though the tree has its leaf', async () => {
  await keep(MAIL);
  await keep(HOLD);
  await log.log.untilAllHaveLeaves();
  await alterEvent(log.pool, records, 1);
  const process = await log.log.another();
  await process.log.load(records);
  await process.tampered.settled();
  expect(process.log.placeIn(records)).toEqual({ revision: 1, fault: 'hash', isOurs: true });
  const { rows } = await log.pool.query('SELECT kind FROM tampered_streams WHERE stream = $1', [records]);
  expect(rows).toEqual([{ kind: 'hash' }]);
});

it('a part that somebody emptied hides no later part, even if the tree has no leaf of it', async () => {
  await log.log.stopCheckpointer();
  await keep(MAIL);
  await alterEvent(log.pool, records, 0);
  await begin();
  await keep(HOLD);
  await remove(records);
  const process = await log.log.another();
  const { open } = await new StreamRecords(process.commands).read(stream);
  expect(open.map(({ report }) => report.kind)).toEqual(['hold']);
});

it('a part that this service began counts as the newest one, even if its first event is altered', async () => {
  await keep(MAIL);
  const first = await alterEvent(log.pool, records, 0);
  await begin();
  await keep(HOLD);
  await log.log.untilAllHaveLeaves();
  await alterEvent(log.pool, recordsStream(stream, 2), 0);
  await first.putBack();
  const process = await log.log.another();
  await expect(whole(process)).rejects.toMatchObject({ stream: recordsStream(stream, 2) });
  expect((await process.log.load(stream)).untrusted).toMatchObject({ fault: 'records' });
});

it('a part is closed if an event does not count any more that counted when the part was begun', async () => {
  await keep(HOLD);
  await keep(MAIL);
  await alterEvent(log.pool, records, 1);
  expect(await begin()).toBe(recordsStream(stream, 2));
  await alterEvent(log.pool, records, 0);
  const process = await log.log.another();
  await expect(whole(process)).rejects.toMatchObject({ stream: records });
  expect((await process.log.load(stream)).untrusted).toMatchObject({ fault: 'records' });
  expect(await begin(process)).toBe(recordsStream(stream, 3));
  expect((await whole(process)).open).toEqual([]);
});
