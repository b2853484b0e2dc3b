import { setTimeout as pause } from 'node:timers/promises';
import { pretendedDisk, smallDisk } from '#src/platform/postgres/testing/small-disk';
import { expectEachOnce, openStoreWhenReady } from '../log/acknowledged-facts.js';
import { type BadDatabase, createBadDatabase } from '../faults/bad-database.js';
import { type Acknowledged, Customer } from '../steps/customer.js';
import { startTestBackend, type TestBackend, testSecrets } from '../backend/test-backend.js';
import { tenthUnlessLong } from '#src/platform/testing/long-run';
import { until } from '#src/platform/testing/until';

/**
 * Number of customers who use the service at the same time. Every third customer leaves as soon as the
 * payment provider has the money.
 */
const CONCURRENCY = 3;
/**
 * Maximum number of open jobs when the next customer starts. Making a PDF takes longer than a customer's
 * journey, so without this limit the jobs would pile up.
 */
const BACKLOG = 6;
/** Disk space that is enough for a few hundred agreements. */
const MEGABYTES = 256;
/** Share of the writes that a simulated full disk refuses. */
const NO_ROOM = 0.8;
/** Milliseconds within which all started work must be done once the database is healthy. */
const DONE_MS = 30_000;
const SEED = 20_261_123;
/** SQL condition on a row `n` of `ndas`: Party 1, who pays for everything here, has paid. */
const PAID = "n.state #>> '{payments,1,status}' = 'succeeded'";

/** Returns a generator of numbers from 0 to below 1. The numbers are the same in each run (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('a database with faults', () => {
  const roll = dice(SEED);
  let bad: BadDatabase;
  let backend: TestBackend;
  const acknowledged: Acknowledged[] = [];
  let number = 0;
  beforeAll(async () => {
    bad = await createBadDatabase(
      (globalThis.TEST_WHOLE && (await smallDisk(MEGABYTES))) || (await pretendedDisk(NO_ROOM)),
    );
    const { pool, drop } = bad.database;
    backend = await startTestBackend({
      on: { database: { url: bad.url, pool, drop }, secrets: testSecrets() },
    });
  });
  afterAll(async () => {
    await backend.stop();
    await bad.drop();
  });

  const rows = async <Row extends object>(sql: string): Promise<Row[]> =>
    (await bad.database.pool.query<Row>(sql)).rows;

  /**
   * Returns the unfinished work. If the commit that ends a job gets no response, the job's row stays for as
   * long as the job's worker lives. If a poll finds a payment still open, the next poll comes only a minute
   * later. So the jobs that wait for a poll are left out. `unreported` lists the payments that the sandbox
   * has received but the service has not recorded.
   */
  const leftOver = async () => ({
    ready: (await backend.browser().get('/health/ready')).status,
    jobs: await rows(
      `SELECT key, worker IS NOT NULL AS taken, attempts, error FROM owed_jobs
       WHERE NOT (task = 'look-at-payment' AND worker IS NULL AND run_at > now())`,
    ),
    unsent: await rows(
      `SELECT id FROM ndas n WHERE ${PAID} AND completed_at IS NOT NULL AND status <> 'sent'`,
    ),
    unreported: await rows(
      `SELECT i.nda_id FROM sandbox_payment_intents i JOIN ndas n ON n.id = i.nda_id
       WHERE i.status = 'succeeded' AND NOT ${PAID}`,
    ),
  });
  const nothing = { ready: 200, jobs: [], unsent: [], unreported: [] };

  /**
   * Lets customers use the service while `moments` causes faults. Then expects that all work is done within
   * `DONE_MS`, without a restart.
   */
  async function survive(moments: () => Promise<void>): Promise<void> {
    let over = false;
    const before = acknowledged.length;
    const serve = async (): Promise<void> => {
      while (!over) {
        number += 1;
        await new Customer([backend.backend.address], number, acknowledged).journey(
          undefined,
          number % 3 > 0,
        );
        await until(async () => over || (await rows('SELECT FROM owed_jobs')).length <= BACKLOG);
      }
    };
    const served = Promise.all(Array.from({ length: CONCURRENCY }, serve));
    try {
      await Promise.race([served, until(() => acknowledged.length > before)]);
      await Promise.race([served, moments()]);
    } finally {
      over = true;
      await bad.mend();
      await Promise.allSettled([served]);
    }
    await served;
    await until(async () => {
      const left = await leftOver();
      return JSON.stringify(left) === JSON.stringify(nothing);
    }, DONE_MS).catch(() => undefined);
    expect(await leftOver()).toEqual(nothing);
  }

  it('is survived when it ends sessions at any moment', async () => {
    await survive(async () => {
      for (let moment = 0; moment < tenthUnlessLong(200); moment += 1) {
        // Allowed: the time of each fault is random.
        await pause(300 * roll());
        await bad.terminateOne(roll());
      }
    });
  });

  it('is survived when it breaks connections in the middle of an answer', async () => {
    await survive(async () => {
      // A connection is cut after a number of bytes. This number grows from less than a login takes to more
      // than a document takes.
      for (let step = 0; step < tenthUnlessLong(40); step += 1) {
        bad.cutAfter(Math.round(500 * 400 ** ((step + roll()) / tenthUnlessLong(40))));
        // Allowed: this is the time between two cuts.
        await pause(500);
      }
    });
  });

  it('is survived when it accepts no connections for seconds', async () => {
    await survive(async () => {
      for (let round = 0; round < tenthUnlessLong(10); round += 1)
        for (const connections of [0, 3, 9]) {
          await bad.limitTo(connections);
          // Allowed: this is the duration of the limit.
          await pause(1_000);
        }
    });
  });

  it('is survived when its disk is full', async () => {
    await survive(async () => {
      await bad.fill();
      // Allowed: this is how long the disk is full.
      await pause(tenthUnlessLong(20) * 1_000);
    });
  });

  it('has every acknowledged event once, and one mail was sent to each party', async () => {
    const events = await openStoreWhenReady({ url: undefined, databaseUrl: bad.database.url });
    try {
      await expectEachOnce(events, acknowledged);
    } finally {
      await events.close();
    }
    const sent = await rows<{ mails: number }>(
      'SELECT count(*)::int AS mails FROM mailbox_messages GROUP BY subject_stream',
    );
    const agreements = new Set(acknowledged.map(({ ndaId }) => ndaId)).size;
    const cards = acknowledged.filter(({ type }) => type.startsWith('PaymentSucceeded')).length;
    // Customers who paid by card also got an order confirmation.
    expect(sent.map(({ mails }) => mails).toSorted()).toEqual(
      Array.from({ length: agreements }, (_, n) => (n < agreements - cards ? 2 : 3)),
    );
  });
});
