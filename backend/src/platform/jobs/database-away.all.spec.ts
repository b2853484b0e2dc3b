import { believingLog } from '../../eventsourcing/trust/testing/believing-log.js';
import { randomUUID } from 'node:crypto';
import { createPostgresEventStore } from '../../eventsourcing/event-store/postgres/postgres-event-store.js';
import { LeaseKeeper } from '../../eventsourcing/subscriptions/leases/lease.js';
import { silentLogger } from '../logging/logger.js';
import { createPool } from '../postgres/pool.js';
import {
  appendTo,
  counterJournal,
  counters,
  opened,
} from '../../eventsourcing/projections/testing/counters.js';
import { until } from '../testing/until.js';
import { counterRow, type Infrastructure } from '../../eventsourcing/projections/testing/harness.js';
import { ProjectionRunner } from '../../eventsourcing/projections/runner.js';
import { ProjectionSignals } from '../../eventsourcing/projections/signals.js';
import { createReadYourWrites } from '../../eventsourcing/projections/read-your-writes.js';
import { createJanitor } from './janitor.js';
import { JobWorker } from './job-worker.js';
import { ReactionRunner } from '../../eventsourcing/reactions/runner.js';
import { Scheduler } from '../../eventsourcing/reactions/schedule.js';
import {
  createJobInfrastructure,
  greetWhenOpened,
  jobRows,
} from '../../eventsourcing/reactions/testing/job-infrastructure.js';
import { type Proxy, startProxy } from '../../eventsourcing/reactions/testing/proxy.js';

describe('a backend whose database is unavailable for 10 s', () => {
  let infrastructure: Infrastructure;
  let proxy: Proxy;

  beforeEach(async () => {
    infrastructure = await createJobInfrastructure();
    proxy = await startProxy(infrastructure.database.url);
  });

  afterEach(async () => {
    await proxy.close();
    await infrastructure.drop();
  });

  const startEverything = async (run: (name: unknown) => Promise<void>) => {
    const pool = createPool(proxy.url);
    const logger = silentLogger;
    const leases = new LeaseKeeper({ pool, logger });
    const signals = new ProjectionSignals({ url: proxy.url, logger });
    const store = await createPostgresEventStore({ url: proxy.url });
    const shared = {
      pool,
      leases,
      logger,
      journal: counterJournal,
      log: believingLog(store),
    };
    const parts = [
      new ProjectionRunner({ ...shared, projection: counters(), signals }),
      new ReactionRunner({ ...shared, reaction: greetWhenOpened }),
      new JobWorker({
        pool,
        url: proxy.url,
        logger,
        backend: leases.holder,
        handlers: [{ task: 'greet', run: ({ name }) => run(name) }],
      }),
      new Scheduler({ scheduled: [createJanitor({ pool, logger })], leases, logger }),
      signals,
    ];
    for (const part of parts) void part.start();
    return {
      readYourWrites: createReadYourWrites({ pool, signals, projections: [counters()] }),
      stop: async () => {
        await Promise.all(parts.map((part) => part.stop()));
        await store.close();
        await pool.end();
      },
    };
  };

  it('recovers by itself: rows, reactions, jobs', async () => {
    const done: unknown[] = [];
    let finish: () => void = () => undefined;
    const backend = await startEverything((name) => {
      done.push(name);
      // The job called `during` is running when the database becomes unavailable, and ends before the
      // database is back.
      return name === 'during' && done.filter((each) => each === 'during').length === 1
        ? new Promise((resolve) => (finish = resolve))
        : Promise.resolve();
    });
    await appendTo(infrastructure.store, randomUUID(), -1, opened('during'));
    await until(() => done.includes('during'));

    proxy.cut();
    const cutAt = Date.now();
    const id = randomUUID();
    await appendTo(infrastructure.store, id, -1, opened('after'));
    finish();
    expect(await backend.readYourWrites.waitFor('counters', id, 0, 100)).toBe(false);
    // Allowed: the outage must be longer than a lease, and the database's clock measures the lease.
    await until(() => Date.now() - cutAt > 10_000);
    expect(await counterRow(infrastructure.pool, id)).toBeUndefined();
    proxy.mend();

    await until(async () => (await counterRow(infrastructure.pool, id)) !== undefined, 5000);
    await until(() => done.includes('after'));
    await until(async () => (await jobRows(infrastructure.pool)).length === 0);
    const later = randomUUID();
    await appendTo(infrastructure.store, later, -1, opened('later'));
    expect(await backend.readYourWrites.waitFor('counters', later, 0)).toBe(true);
    await until(() => done.includes('later'));
    await backend.stop();
  });
});
