import { createServiceDatabase } from '../../../testing/backend/service-database.js';
import { testSecrets } from '../../../testing/backend/test-backend.js';
import { readConfig } from '../../platform/config/config.js';
import { type Pooler, startPooler } from '../../platform/postgres/testing/pooler.js';
import type { TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { scaledTimeout } from '../../platform/testing/scaled-timeout.js';
import { systemClock } from '../../platform/time/clock.js';
import type { Outcome } from './check.js';
import { Connections } from './context.js';
import { databaseChecks } from './database-checks.js';
import { runChecks } from './run-checks.js';

describe('the check of the database sessions', () => {
  let database: TestDatabase;
  let pooler: Pooler;
  beforeAll(async () => {
    database = await createServiceDatabase();
    pooler = await startPooler(database.url, 'session');
  });
  afterAll(async () => {
    await pooler.close();
    await database.drop();
  });

  /** Returns the outcomes of the checks of the database. */
  async function examined(): Promise<readonly Outcome[]> {
    const connections = new Connections();
    const context = {
      config: readConfig({}),
      env: {},
      secrets: testSecrets(),
      database: { url: pooler.url },
      clock: systemClock,
      withinMs: scaledTimeout(5_000),
    };
    try {
      return await runChecks(databaseChecks(context, connections), context.withinMs);
    } finally {
      await connections.close();
    }
  }
  /**
   * Expects that only the check of the sessions reports a fault, and that no check that needs it is tried.
   */
  async function expectFault(says: RegExp): Promise<void> {
    const [ofDatabase, ofSessions, ...others] = await examined();
    expect(ofDatabase).toMatchObject({ name: 'database', state: 'ok' });
    expect(ofSessions).toMatchObject({
      name: 'database sessions',
      state: 'fault',
      says: expect.stringMatching(says),
      todo: expect.stringMatching(/pool_mode=session/),
    });
    expect(new Set(others.map(({ state }) => state))).toEqual(new Set(['not tried']));
  }

  it('finds no fault if each connection has a session of its own', async () => {
    pooler.mode = 'session';
    expect((await examined()).find(({ name }) => name === 'database sessions')).toEqual({
      name: 'database sessions',
      state: 'ok',
      says: 'Each connection has a session of its own.',
    });
  });

  it('finds a pooler that gives each transaction to another session', async () => {
    pooler.mode = 'transaction';
    await expectFault(/^A pooler by transaction is between the service and PostgreSQL/);
  });

  it('finds a pooler that refuses the settings of an append', async () => {
    pooler.mode = 'session';
    pooler.refused = ['options'];
    await expectFault(/^A pooler refuses the service: unsupported startup parameter: options\.$/);
    pooler.refused = [];
  });
});
