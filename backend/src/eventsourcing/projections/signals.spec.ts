import { silentLogger } from '../../platform/logging/logger.js';
import { createTestDatabase, type TestDatabase } from '../../platform/postgres/testing/test-database.js';
import { scaledTimeout } from '../../platform/testing/scaled-timeout.js';
import { until } from '../../platform/testing/until.js';
import { ProjectionSignals } from './signals.js';

const CHANGES = new Map([['id', 3]]);

describe('ProjectionSignals', () => {
  let database: TestDatabase;
  const started: ProjectionSignals[] = [];
  const signals = async (): Promise<ProjectionSignals> => {
    const signs = { everyMs: 20, silenceMs: scaledTimeout(500) };
    const one = new ProjectionSignals({ url: database.url, logger: silentLogger, signs });
    started.push(one);
    await one.start();
    return one;
  };
  const tells = (one: ProjectionSignals): boolean => one.notificationOf('counters', CHANGES) !== undefined;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => Promise.all(started.splice(0).map((one) => one.stop())));
  afterAll(() => database.drop());

  it('notify with the commit only while another backend listens', async () => {
    const one = await signals();
    expect(tells(one)).toBe(true);
    await until(() => !tells(one));
    const other = await signals();
    await until(() => tells(one));
    let heard: unknown;
    other.on('counters', (changes) => (heard = changes));
    const notification = one.notificationOf('counters', CHANGES);
    await database.pool.query('SELECT pg_notify($1, $2)', [notification?.channel, notification?.payload]);
    await until(() => heard !== undefined);
    expect(heard).toEqual(CHANGES);
    await other.stop();
    await until(() => !tells(one));
  });

  it('notify while they cannot know of listeners, because their own connection was lost', async () => {
    const one = await signals();
    await until(() => !tells(one));
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'siegel/% signals'`,
    );
    await until(() => tells(one));
    await until(() => !tells(one));
  });
});
