import { DAY_MS } from '@siegel/contracts/limits';
import { alterEvent } from '../../testing/faults/altered-event.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { otherObligationQueries } from '../app/other-obligation-queries.js';
import { ReportKeeper } from '../closed-streams/report-keeper.js';
import { parkedWhileClosed } from '../closed-streams/park-jobs.js';
import { ndaStream } from '../nda/nda.events.js';
import { oneOfEachCommand as commands } from '../nda/testing/commands.js';
import { NOTHING_ENDED } from '../closed-streams/ended-obligations.js';
import { Owed } from '../obligations/owed.js';
import { newId } from '../platform/crypto/ids.js';
import { enqueueJobs } from '../platform/jobs/enqueue.js';
import { CauseMissing, type JobContext, ParkedFor } from '../platform/jobs/job.js';
import { HOLD, MAIL } from '../trust-stream/testing/samples.js';
import { recordsStream } from '../trust-stream/trust.events.js';
import { destroyedKeysIn } from './destruction-calls.js';
import { eraseWhenOpened, eraseWhenOpenedJob } from './erase-when-opened.js';

const retention = { unsignedDraftDays: 30, completedDays: 3653, unfinishedDays: 365 };

describe('a closed agreement whose retention is over', () => {
  let bench: TestInfrastructure;
  beforeAll(async () => {
    bench = await openTestInfrastructure();
  });
  afterAll(() => bench.stop());

  const run = (ndaId: string, days: number): Promise<void> => {
    const clock = { now: () => new Date(bench.clock.now().getTime() + days * DAY_MS) };
    const { commands: runner, log, journal } = bench.infrastructure;
    const isKeyDestroyed = destroyedKeysIn({ log, journal });
    const job = eraseWhenOpenedJob({ commands: runner, clock, retention, isKeyDestroyed });
    return parkedWhileClosed(job).run({ ndaId }, {} as JobContext);
  };
  const owed = async () => {
    const { pool } = bench.infrastructure;
    const queries = otherObligationQueries({ voucherDays: 90, withdrawalDays: 1461 });
    return (await new Owed(pool, bench.clock, queries, () => NOTHING_ENDED).page(1, 100, ['key-destruction']))
      .items;
  };

  it('is erased once it is open again', async () => {
    const [draft, unfinished] = [await bench.nda(), await bench.nda(commands.SignAsParty1)];
    for (const [id, days] of [
      [draft, 31],
      [unfinished, 366],
    ] as const) {
      const altered = await alterEvent(bench.infrastructure.pool, ndaStream(id), 0);
      await expect(run(id, days)).rejects.toThrow(ParkedFor);
      await altered.putBack();
      await run(id, days);
      expect((await bench.types(id)).at(-1)).toBe('NdaErased');
    }
  });

  it('is not erased before its time, or under legal hold, whatever row asks for it', async () => {
    const [young, held] = [await bench.nda(), await bench.nda(commands.SetLegalHold)];
    await run(young, 29);
    await run(held, 31);
    for (const id of [young, held]) expect(await bench.types(id)).not.toContain('NdaErased');
    await expect(run(newId(), 31)).rejects.toThrow(CauseMissing);
  });

  it('stays if the records about it are closed, because nobody knows whether they have a hold', async () => {
    const { pool } = bench.infrastructure;
    const ndaId = await bench.nda();
    const keeper = new ReportKeeper({ ...bench.infrastructure, clock: bench.clock });
    const closed = await alterEvent(pool, ndaStream(ndaId), 0);
    await keeper.keep(ndaStream(ndaId), MAIL, ['one']);
    await keeper.keep(ndaStream(ndaId), HOLD, ['two']);
    await closed.putBack();
    const records = recordsStream(ndaStream(ndaId));
    const altered = await alterEvent(pool, records, 1);
    await expect(run(ndaId, 31)).rejects.toMatchObject({ subject: records });
    expect(await bench.infrastructure.store.readStream(ndaStream(ndaId))).toHaveLength(1);
    await altered.putBack();
    await run(ndaId, 31);
    expect(await bench.types(ndaId)).toEqual(['NdaCreated', 'LegalHoldSet']);
  });

  it('is a duty that names its stream for as long as its job is parked', async () => {
    const { pool } = bench.infrastructure;
    const ndaId = await bench.nda();
    await enqueueJobs(pool, [eraseWhenOpened(ndaId)]);
    expect(await owed()).toEqual([]);
    await pool.query('UPDATE owed_jobs SET parked_for = $1', [ndaStream(ndaId)]);
    expect(await owed()).toMatchObject([
      {
        id: ndaId,
        ndaId,
        kind: 'key-destruction',
        reference: ndaStream(ndaId),
        lastError: 'stream_untrusted',
        closable: false,
      },
    ]);
    await pool.query(`UPDATE owed_jobs SET payload = '{"ndaId": "-"}'`);
    expect(await owed()).toEqual([]);
    await pool.query('TRUNCATE owed_jobs');
  });
});
