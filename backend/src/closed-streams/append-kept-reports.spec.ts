import { alterEvent } from '../../testing/faults/altered-event.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { StreamUntrusted } from '../eventsourcing/trust/stream-untrusted.js';
import { recorded } from '../eventsourcing/journal/testing/recorded.js';
import { ndaDecider } from '../nda/nda.decider.js';
import { ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand as commands } from '../nda/testing/commands.js';
import { newId } from '../platform/crypto/ids.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { CauseMissing } from '../platform/jobs/job.js';
import { silentLogger } from '../platform/logging/logger.js';
import {
  DISPUTE,
  HOLD,
  kept,
  LIFTED,
  MAIL,
  mail,
  PAYMENT,
  payment,
} from '../trust-stream/testing/samples.js';
import { recordsStream } from '../trust-stream/trust.events.js';
import { AppendKeptReportsJob, appendKeptReportsWhenKept, owedKeptReports } from './append-kept-reports.js';
import { StreamRecords } from './records.js';
import { ReportKeeper } from './report-keeper.js';

describe('the job that appends kept reports', () => {
  let bench: TestInfrastructure;
  const applied: unknown[] = [];
  const errors: object[] = [];
  let refusal: Error | undefined;
  beforeAll(async () => {
    bench = await openTestInfrastructure();
  });
  afterAll(() => bench.stop());
  beforeEach(() => {
    applied.length = 0;
    errors.length = 0;
    refusal = undefined;
  });

  const apply = (what: string) => async (ndaId: string, facts: unknown) => {
    if (refusal !== undefined) throw refusal;
    applied.push([what, ndaId, facts]);
  };
  const run = (stream: string): Promise<void> =>
    new AppendKeptReportsJob({
      commands: bench.infrastructure.commands,
      clock: bench.clock,
      logger: { ...silentLogger, error: (details) => void errors.push(details) },
      payment: apply('payment'),
      mail: apply('mail'),
    }).run({ stream });
  const keep = (ndaId: string, report: Parameters<ReportKeeper['keep']>[1], context = bench.context()) =>
    new ReportKeeper({ ...bench.infrastructure, clock: bench.clock, logger: silentLogger }).keep(
      ndaStream(ndaId),
      report,
      [newId()],
      context,
    );
  const openOf = async (ndaId: string) =>
    (await new StreamRecords(bench.infrastructure.commands).read(ndaStream(ndaId))).open;
  const outcomes = async (ndaId: string): Promise<unknown[]> =>
    (await bench.infrastructure.journal.load(recordsStream(ndaStream(ndaId)))).events.flatMap(
      ({ type, open }) => (type === 'ReportAppended' ? [(open as { outcome: string }).outcome] : []),
    );
  const signed = () => bench.nda(commands.SignAsParty1);

  it('appends a dispute with the time at which it came, once, and says that it did', async () => {
    const ndaId = await signed();
    const altered = await alterEvent(bench.infrastructure.pool, ndaStream(ndaId), 1);
    const context = bench.context({ actor: 'party2' });
    await keep(ndaId, { kind: 'dispute', facts: { party: 1 } }, context);
    bench.clock.advance(3_600_000);
    await expect(run(ndaStream(ndaId))).rejects.toThrow(StreamUntrusted);
    expect(await openOf(ndaId)).toHaveLength(1);
    await altered.putBack();
    const [report] = await openOf(ndaId);
    await run(ndaStream(ndaId));
    await run(ndaStream(ndaId));
    const { events } = await bench.infrastructure.commands.state(ndaDecider, ndaId);
    expect(events.slice(2)).toMatchObject([
      {
        type: 'SignatureDisputed',
        open: { party: 1 },
        at: context.at,
        actor: 'party1',
        commandId: report?.eventId,
        causedBy: report?.eventId,
      },
    ]);
    expect(await outcomes(ndaId)).toEqual(['appended']);
  });

  it('appends what was kept in the order in which it came', async () => {
    const ndaId = await signed();
    for (const report of [HOLD, PAYMENT, LIFTED, MAIL]) await keep(ndaId, report);
    await run(ndaStream(ndaId));
    expect(await bench.types(ndaId)).toEqual([
      'NdaCreated',
      'Party1Signed',
      'LegalHoldSet',
      'LegalHoldLifted',
    ]);
    expect(applied).toEqual([
      ['payment', ndaId, payment],
      ['mail', ndaId, mail],
    ]);
    expect(await outcomes(ndaId)).toEqual(['appended', 'appended', 'appended', 'appended']);
  });

  it('records and logs that the agreement refused a report, and is repeated if a provider is away', async () => {
    const ndaId = await signed();
    await keep(ndaId, PAYMENT);
    await keep(ndaId, DISPUTE);
    refusal = new Error('away');
    await expect(run(ndaStream(ndaId))).rejects.toThrow('away');
    expect(await outcomes(ndaId)).toEqual([]);
    refusal = new RuleBroken('not_found');
    await run(ndaStream(ndaId));
    expect(await outcomes(ndaId)).toEqual(['refused', 'refused']);
    const stream = ndaStream(ndaId);
    expect(errors).toMatchObject([
      { stream, kind: 'payment', paymentIntentId: payment.paymentIntentId },
      { stream, kind: 'dispute' },
    ]);
    expect(await openOf(ndaId)).toEqual([]);
  });

  it('gives an ended agreement nothing, and logs that', async () => {
    const ndaId = await signed();
    const stream = ndaStream(ndaId);
    await keep(ndaId, PAYMENT);
    const end = { type: 'RecordEnded', stream, last: null, fault: 'mac', reason: 'lost' } as const;
    await new StreamRecords(bench.infrastructure.commands).run(stream, end, bench.context());
    await alterEvent(bench.infrastructure.pool, stream, 1);
    await run(stream);
    expect([applied, await outcomes(ndaId)]).toEqual([[], []]);
    expect(errors).toEqual([{ stream, kinds: ['payment'] }]);
  });

  it('reports a job without cause, and a payload that names no agreement', async () => {
    await expect(run(ndaStream(await signed()))).rejects.toThrow(CauseMissing);
    for (const stream of ['trust-1', `voucher-${'a'.repeat(64)}`, ''])
      await expect(run(stream)).rejects.toThrow(CauseMissing);
  });
});

describe('the job is requested', () => {
  const stream = ndaStream(newId());

  it('by each kept report, with one key for each stream', () => {
    const at = { stream: recordsStream(stream, 2), revision: 1, at: '2026-12-01T10:00:00.000Z' };
    const job = { task: 'append-kept-reports', payload: { stream }, key: `kept-reports:${stream}` };
    expect(appendKeptReportsWhenKept.react(recorded(kept(PAYMENT), at))).toEqual([job]);
    const begun = { type: 'PartBegun', open: { part: 2, before: null, reason: 'x' } } as const;
    expect(appendKeptReportsWhenKept.react(recorded(begun, at))).toEqual([]);
  });

  it('by a sweep for every stream with reports, page by page', async () => {
    const streams = Array.from({ length: 501 }, () => ndaStream(newId())).toSorted();
    const { find } = owedKeptReports(() => Promise.resolve(streams));
    const first = await find(undefined);
    expect([first.jobs.length, first.next]).toEqual([500, streams[499]]);
    expect(await find(first.next)).toMatchObject({
      jobs: [{ payload: { stream: streams[500] } }],
      next: undefined,
    });
  });
});
