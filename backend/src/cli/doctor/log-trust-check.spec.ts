import { randomBytes } from 'node:crypto';
import { CheckpointedLog } from '../../../testing/log/checkpointed-log.js';
import type { Secrets } from '../../app/secrets.js';
import { openStoredLog } from '../../app/open-event-store.js';
import { TEST_LOG } from '../../eventsourcing/trust/testing/test-trust.js';
import { silentLogger } from '../../platform/logging/logger.js';
import type { CheckResult } from './check.js';
import { checkLogTrust } from './log-trust-check.js';

describe('the check of the log', () => {
  let log: CheckpointedLog;
  beforeEach(async () => {
    log = await CheckpointedLog.open();
  });
  afterEach(() => log.stop());

  const look = async (changed: Partial<Secrets> = {}): Promise<CheckResult> => {
    const stored = await openStoredLog({ url: undefined, databaseUrl: log.url }, silentLogger);
    try {
      return await checkLogTrust({ pool: log.pool, log: stored }, { ...log.bench.secrets, ...changed });
    } finally {
      await stored.close();
    }
  };

  it('finds nothing in a log of this service, and in an empty one without a key', async () => {
    expect(await look({ appendKeys: undefined })).toMatchObject({ state: 'ok' });
    await log.nda();
    await log.sign();
    expect(await look()).toMatchObject({ state: 'ok' });
  });

  it('says what a start would refuse: no key, another key, or a statement that cannot be used', async () => {
    await log.nda();
    expect(await look({ appendKeys: undefined })).toMatchObject({
      state: 'fault',
      says: expect.stringContaining('APPEND_KEY is missing'),
    });
    expect(await look({ appendKeys: { log: TEST_LOG, keys: [randomBytes(32)] } })).toMatchObject({
      state: 'fault',
      says: expect.stringContaining('authenticate none of the newest 1 events'),
    });
    await expect(look({ logAdopted: 'nonsense' })).rejects.toThrow('LOG_ADOPTED');
  });

  it('names the lost events at the end of the log', async () => {
    const [first, second] = [await log.nda(), await log.nda()];
    await log.sign();
    await log.pool.query('DELETE FROM event_store.events WHERE stream = $1', [`nda-${second}`]);
    const result = await look();
    expect(result).toMatchObject({ state: 'fault', says: expect.stringContaining(`nda-${second}@0`) });
    expect(result.says).not.toContain(first);
    expect(result.todo).toContain('siegel log:adopt');
  });
});
