import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { newId } from '../platform/crypto/ids.js';
import { silentLogger } from '../platform/logging/logger.js';
import { KEPT_MAX } from '../trust-stream/rules/bounds.js';
import { DISPUTE, HOLD, LIFTED, MAIL, PAYMENT } from '../trust-stream/testing/samples.js';
import { recordsStream } from '../trust-stream/trust.events.js';
import { StreamRecords } from './records.js';
import { ReportKeeper } from './report-keeper.js';

describe('the keeper of reports', () => {
  let bench: TestInfrastructure;
  let stream: string;
  const errors: object[] = [];
  beforeAll(async () => {
    bench = await openTestInfrastructure();
  });
  afterAll(() => bench.stop());
  beforeEach(() => {
    stream = `nda-${newId()}`;
    errors.length = 0;
  });

  const keeper = () =>
    new ReportKeeper({
      commands: bench.infrastructure.commands,
      clock: bench.clock,
      logger: { ...silentLogger, error: (details) => void errors.push(details) },
    });

  it('keeps a report once, however often and wherever it comes', async () => {
    expect(await keeper().keep(stream, PAYMENT, ['pi_1', 'succeeded'])).toBe('kept');
    const all = await Promise.all([1, 2, 3].map(() => keeper().keep(stream, PAYMENT, ['pi_1', 'succeeded'])));
    expect(all).toEqual(['known', 'known', 'known']);
    expect(await keeper().keep(stream, PAYMENT, ['pi_1', 'declined'])).toBe('kept');
    expect(await keeper().keep(stream, MAIL, ['pi_1', 'succeeded'])).toBe('kept');
    expect(await bench.infrastructure.store.readStream(recordsStream(stream))).toHaveLength(3);
  });

  it('keeps only changes of the legal hold', async () => {
    const keep = (report: typeof HOLD) => keeper().keep(stream, report, [newId()]);
    expect([await keep(HOLD), await keep(HOLD), await keep(LIFTED), await keep(LIFTED)]).toEqual([
      'kept',
      'known',
      'kept',
      'known',
    ]);
  });

  it('keeps a report again that the stream got meanwhile', async () => {
    const records = new StreamRecords(bench.infrastructure.commands);
    for (const report of [PAYMENT, HOLD]) {
      expect(await keeper().keep(stream, report, ['one'])).toBe('kept');
      for (const one of (await records.read(stream)).open)
        await records.noteAppended(stream, one, 'appended', bench.clock);
      expect(await keeper().keep(stream, report, ['one'])).toBe('kept');
    }
  });

  it('says and logs that it keeps no more than the limit of a kind', async () => {
    for (let n = 0; n < KEPT_MAX.dispute; n += 1) await keeper().keep(stream, DISPUTE, [n]);
    expect(await keeper().keep(stream, DISPUTE, ['more'])).toBe('full');
    expect(errors).toEqual([{ stream, kind: 'dispute' }]);
    expect(await keeper().keep(stream, DISPUTE, [0])).toBe('known');
  });

  it('says what becomes of a report: it waits for the repair, or for nothing if the stream was ended', async () => {
    const said: string[] = [];
    const logger = { ...silentLogger, warn: (_: object, text: string) => void said.push(text) };
    const { commands } = bench.infrastructure;
    const telling = new ReportKeeper({ commands, clock: bench.clock, logger });
    await telling.keep(stream, PAYMENT, ['one']);
    const end = { type: 'RecordEnded', stream, last: null, fault: 'mac', reason: 'lost' } as const;
    await new StreamRecords(commands).run(stream, end, bench.context());
    await telling.keep(stream, PAYMENT, ['two']);
    expect(said).toEqual([
      expect.stringContaining('goes into the stream once'),
      expect.stringContaining('never goes into the stream'),
    ]);
  });

  it('knows when a party disputed', async () => {
    const context = bench.context({ actor: 'party2' });
    await keeper().keep(stream, DISPUTE, [2], context);
    expect(await keeper().disputedAt(stream, 2)).toBe(context.at);
    expect(await keeper().disputedAt(stream, 1)).toBeNull();
    expect(await keeper().disputedAt(`nda-${newId()}`, 2)).toBeNull();
  });
});
