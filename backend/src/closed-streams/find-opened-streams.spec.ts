import { alterEvent } from '../../testing/faults/altered-event.js';
import {
  openTestInfrastructure,
  type TestInfrastructure,
} from '../../testing/backend/test-infrastructure.js';
import { newId } from '../platform/crypto/ids.js';
import { enqueueJobs } from '../platform/jobs/enqueue.js';
import { parkedJobs } from '../platform/jobs/parked-jobs.js';
import { silentLogger } from '../platform/logging/logger.js';
import { MAIL } from '../trust-stream/testing/samples.js';
import { recordsStream } from '../trust-stream/trust.events.js';
import { beginPart } from './begin-part.js';
import { findOpenedStreams } from './find-opened-streams.js';
import { ReportKeeper } from './report-keeper.js';

describe('jobs that wait for a part of records about a stream', () => {
  let bench: TestInfrastructure;
  beforeEach(async () => {
    bench = await openTestInfrastructure();
  });
  afterEach(() => bench.stop());

  it('go on once the next part is begun, although the closed part stays closed', async () => {
    const { infrastructure, clock } = bench;
    const { pool, commands, log } = infrastructure;
    const about = `nda-${newId()}`;
    const name = recordsStream(about);
    await new ReportKeeper({ commands, clock, logger: silentLogger }).keep(about, MAIL, ['one']);
    await alterEvent(pool, name, 0);
    await enqueueJobs(pool, [{ task: 'waits', payload: {}, key: 'one' }]);
    await pool.query('UPDATE owed_jobs SET parked_for = $1', [name]);
    const look = () => findOpenedStreams({ pool, log }).run(new AbortController().signal);
    await look();
    expect(await parkedJobs(pool, { limit: 10 })).toEqual([{ subject: name, jobs: 1 }]);
    const parts = { commands, clock, log: 'log', origin: 'nda.example/log' };
    expect(await beginPart(parts, name, 'It was altered')).toEqual({
      name: recordsStream(about, 2),
      before: [name],
    });
    await look();
    expect(await parkedJobs(pool, { limit: 10 })).toEqual([]);
  });
});
