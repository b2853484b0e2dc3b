import { randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@siegel/contracts/limits';
import { encodeAdoption } from '../../eventsourcing/trust/adoption.js';
import { AppendKeys } from '../../eventsourcing/trust/append-keys.js';
import { TEST_KEYS, TEST_LOG } from '../../eventsourcing/trust/testing/test-trust.js';
import type { TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { type RoundState, saveRound, takeRound } from '../../proof/endless/round.js';
import { createServiceDatabase } from '../../../testing/backend/service-database.js';
import type { CheckResult } from './check.js';
import type { Connections, Context } from './context.js';
import { checkLogPass, logPassCheck, witnessesCheck } from './pass-check.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const before = (ms: number): string => new Date(NOW.getTime() - ms).toISOString();

describe('the check of the pass over the log', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createServiceDatabase();
  });
  afterAll(() => database.drop());

  const look = (hours = 24): Promise<CheckResult> =>
    checkLogPass(database.pool, TEST_KEYS, { now: NOW, hours });
  async function save(changes: Partial<RoundState>, keys = TEST_KEYS): Promise<void> {
    const { turn } = await takeRound(database.pool, keys, NOW);
    const startedAt = before(HOUR_MS);
    const state = {
      storeId: 'store',
      round: 3,
      startedAt,
      pass: null,
      last: null,
      firstAt: before(5 * DAY_MS),
      isTreeIntact: true,
      ...changes,
    };
    await saveRound(database.pool, keys, turn, { state, now: NOW });
  }

  it('is in order as long as a pass ended within twice the period', async () => {
    await save({ last: { startedAt: before(2 * DAY_MS), endedAt: before(DAY_MS) } });
    expect(await look()).toEqual({
      state: 'ok',
      says: 'Everything that is older than 48 hours was verified since; the limit is 48 hours.',
    });
    expect((await look(12)).state).toBe('warning');
  });

  it('warns if the first pass takes too long', async () => {
    await save({});
    expect(await look()).toMatchObject({
      state: 'warning',
      says: 'The first pass over the log began 120 hours ago and has not ended yet.',
    });
  });

  it('warns if somebody wrote the progress', async () => {
    await save({ last: { startedAt: before(HOUR_MS), endedAt: before(HOUR_MS) } });
    await database.pool.query(`UPDATE log_pass SET state = jsonb_set(state, '{round}', '9')`);
    expect(await look()).toMatchObject({
      state: 'warning',
      says: 'There is no progress of the pass over the log that this service wrote.',
    });
  });

  it('warns if the key that sealed the progress is retired', async () => {
    const [newest, leaked] = [randomBytes(32), randomBytes(32)];
    const [keys, old] = [new AppendKeys(TEST_LOG, [newest, leaked]), new AppendKeys(TEST_LOG, [leaked])];
    await database.pool.query('DELETE FROM log_pass');
    await save({ last: { startedAt: before(HOUR_MS), endedAt: before(HOUR_MS) } }, old);
    const checked = (logAdopted?: string): Promise<CheckResult> => {
      const secrets = { appendKeys: { log: TEST_LOG, keys: [newest, leaked] }, logAdopted };
      const context = { secrets, config: { logPassHours: 24 }, clock: { now: () => NOW } };
      const connections = { pool: database.pool } as unknown as Connections;
      return logPassCheck(context as unknown as Context, connections).run(new AbortController().signal);
    };
    expect((await checked()).state).toBe('ok');
    const root = 'ab'.repeat(32);
    const adoption = {
      log: TEST_LOG,
      size: 0,
      root,
      accepted: [],
      retired: [...old.names],
      reason: 'leaked',
    };
    expect((await checked(encodeAdoption(adoption, keys))).state).toBe('warning');
  });
});

it('the doctor says what shows only to people who kept a checkpoint', async () => {
  const result = await witnessesCheck.run(new AbortController().signal);
  expect(result).toMatchObject({
    state: 'not configured',
    says: expect.stringContaining('only people who kept a checkpoint or a receipt can notice it'),
  });
});
