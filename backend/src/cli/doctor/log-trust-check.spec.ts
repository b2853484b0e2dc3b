import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckpointedLog } from '../../../testing/log/checkpointed-log.js';
import type { Secrets } from '../../app/secrets.js';
import { openStoredLog } from '../../app/open-event-store.js';
import { TEST_LOG } from '../../eventsourcing/trust/testing/test-trust.js';
import { writeKeptCheckpoint } from '../../proof/kept-checkpoint.js';
import { silentLogger } from '../../platform/logging/logger.js';
import type { CheckResult } from './check.js';
import { checkLogEnd, checkLogKeys } from './log-trust-check.js';

describe('the check of the log', () => {
  let log: CheckpointedLog;
  beforeEach(async () => {
    log = await CheckpointedLog.open();
  });
  afterEach(() => log.stop());

  /** Runs both checks, as the doctor does: the second one only if the first one finds no fault. */
  const look = async (changed: Partial<Secrets> = {}, dataDir?: string): Promise<CheckResult> => {
    const stored = await openStoredLog({ url: undefined, databaseUrl: log.url }, silentLogger);
    const parts = { pool: log.pool, log: stored };
    const secrets = { ...log.bench.secrets, ...changed };
    try {
      const keys = await checkLogKeys(parts, secrets, { dataDir });
      return keys.state === 'fault' ? keys : await checkLogEnd(parts, secrets, { dataDir });
    } finally {
      await stored.close();
    }
  };

  it('finds nothing in a log of this service, and in an empty one without a key', async () => {
    expect(await look({ appendKeys: undefined })).toMatchObject({ state: 'not tried' });
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
      says: expect.stringContaining('do not authenticate the only event of the log'),
    });
    await expect(look({ logAdopted: 'nonsense' })).rejects.toThrow('LOG_ADOPTED');
  });

  it('names the keys that would count again, although they were retired before the restore', async () => {
    await log.nda();
    await log.sign();
    const [own] = log.bench.infrastructure.trust.keys.names;
    const folder = await mkdtemp(join(tmpdir(), 'siegel-retired-'));
    try {
      await writeFile(join(folder, 'retired-keys'), `\n0123abcd\n`);
      expect(await look({}, folder)).toMatchObject({ state: 'ok' });
      await writeFile(join(folder, 'retired-keys'), `\n0123abcd\n${own}\n`);
      expect(await look({}, folder)).toMatchObject({
        state: 'fault',
        says: expect.stringContaining(`does not retire the key ${own} of APPEND_KEY`),
        todo: expect.stringContaining('siegel log:adopt'),
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('says that LOG_ADOPTED is missing if the database or a DATA_DIR knows one', async () => {
    await log.nda();
    const digest = 'ab'.repeat(32);
    await log.pool.query("INSERT INTO secret_checks (name, check_value) VALUES ('adopted', $1)", [digest]);
    expect(await look()).toMatchObject({
      state: 'fault',
      says: expect.stringContaining('LOG_ADOPTED is missing'),
      todo: expect.stringContaining('siegel log:adopt'),
    });
    await log.pool.query("DELETE FROM secret_checks WHERE name = 'adopted'");
    expect(await look()).toMatchObject({ state: 'ok' });
    const folder = await mkdtemp(join(tmpdir(), 'siegel-kept-'));
    try {
      const checkpoint = await log.sign();
      await writeKeptCheckpoint(folder, { log: TEST_LOG, adopted: digest, checkpoint });
      expect(await look({}, folder)).toMatchObject({
        says: expect.stringContaining('LOG_ADOPTED is missing'),
      });
    } finally {
      await rm(folder, { recursive: true });
    }
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
