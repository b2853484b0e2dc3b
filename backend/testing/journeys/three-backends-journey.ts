import { NDA_STREAM_PREFIX } from '#src/nda/nda.events';
import type { TestDatabase } from '#src/platform/postgres/testing/test-database';
import { until } from '#src/platform/testing/until';
import {
  type BuiltBackend,
  command,
  type Environment,
  startBuilt,
  type TestDataDir,
  testDataDir,
} from '../backend/built-backend.js';
import { expectEachOnce, openStoreWhenReady } from '../log/acknowledged-facts.js';
import { type Acknowledged, Customer } from '../steps/customer.js';
import { environmentOf } from '../backend/secrets.js';
import { mails } from '../steps/steps.js';
import { ADMIN_PASSWORD, testSecrets } from '../backend/test-backend.js';
import { scaledTimeout } from '#src/platform/testing/scaled-timeout';
import { waitedForCore } from '../backend/processes.js';
import { isLongRun } from '#src/platform/testing/long-run';
import { createServiceDatabase } from '../backend/service-database.js';

/** Milliseconds within which another backend must take over the leadership. */
const FAILOVER_MS = 5000;
/** Number of customers at a time, some of whom wait for a dead backend. A PDF is made for each of them. */
const CONCURRENCY = isLongRun() ? 6 : 3;
const VOUCHERS = isLongRun() ? 20 : 6;

const LED = "name ~ '^(projection|reaction|scheduled):'";

/**
 * Tests three backends on one database and one event store under load, while they are killed or frozen one
 * after another.
 */
export function threeBackendsJourney(store: string, eventStore: () => Promise<Environment>): void {
  describe(`three backends with their events in ${store}`, () => {
    let database: TestDatabase;
    let folder: TestDataDir;
    let env: Environment;
    let backends: BuiltBackend[] = [];
    const acknowledged: Acknowledged[] = [];

    beforeAll(async () => {
      [database, folder] = [await createServiceDatabase(), await testDataDir()];
      const places = {
        DATABASE_URL: database.url,
        DATA_DIR: folder.path,
        PUBLIC_URL: 'http://localhost:3000',
      };
      env = { ...places, ...(await eventStore()), ...environmentOf(testSecrets()) };
      backends = await Promise.all([startBuilt(env), startBuilt(env), startBuilt(env)]);
    });
    afterAll(async () => {
      await Promise.all(backends.map((backend) => backend.end('SIGKILL')));
      await database.drop();
      await folder.remove();
    });

    const rows = async (): Promise<unknown[]> => {
      const tables = ['ndas', 'vouchers'].map((table) =>
        database.pool.query(`SELECT * FROM ${table} ORDER BY id`),
      );
      return (await Promise.all(tables)).map((result) => result.rows);
    };

    /**
     * Issues vouchers one after another, because a slow machine rightly responds with 503 if twenty vouchers
     * are requested at once.
     */
    async function vouchers(): Promise<string[]> {
      const admin = (backends[0] as BuiltBackend).browser();
      await admin.post('/api/admin/login').send({ password: ADMIN_PASSWORD }).expect(200);
      const codes: string[] = [];
      for (let n = 0; n < VOUCHERS; n += 1) {
        const { body } = await admin.post('/api/admin/vouchers').send({}).expect(201);
        codes.push(String(body.code));
      }
      return codes;
    }

    /**
     * Returns the backend of `among` that leads the most subscriptions. The metrics of a backend show a lag
     * for each subscription that the backend leads. Waits until at least one backend leads a subscription.
     */
    async function leader(among: readonly BuiltBackend[]): Promise<BuiltBackend> {
      const led = async (backend: BuiltBackend): Promise<number> =>
        (await (await fetch(`${backend.url}/metrics`)).text()).match(/^subscription_lag_seconds\{/gm)
          ?.length ?? 0;
      return until(async () => {
        const counts = await Promise.all(among.map(led));
        const most = Math.max(...counts);
        return most > 0 && among[counts.indexOf(most)];
      });
    }

    /**
     * Returns the milliseconds until the living backends lead everything and update the read model again. The
     * living backends and the test may have to wait for a CPU core. The longest of these waits is subtracted.
     * Leases are renewed every second.
     */
    async function failover(signal: () => void, living: readonly BuiltBackend[]): Promise<number> {
      const pids = [process.pid, ...living.map((backend) => backend.process.pid as number)];
      const before = pids.map(waitedForCore);
      signal();
      const { rows: now } = await database.pool.query<{ at: Date }>('SELECT clock_timestamp() AS at');
      const began = Date.now();
      await until(async () => {
        const { rows: stand } = await database.pool.query<{ led: boolean; moved: boolean }>(
          `SELECT (SELECT min(expires_at) > $1::timestamptz + interval '3 seconds' FROM leases WHERE ${LED}) AS led,
                  (SELECT updated_at > $1::timestamptz + interval '100 milliseconds' FROM checkpoints WHERE name = 'ndas') AS moved`,
          [now[0]?.at],
        );
        return stand[0]?.led === true && stand[0].moved;
      });
      const waited = Math.max(...pids.map((pid, n) => waitedForCore(pid) - (before[n] ?? 0)));
      return Date.now() - began - waited;
    }

    /**
     * Kills the leader. Then freezes the next leader, and replaces the killed backend. Then kills the third
     * leader, so that only one backend is left running.
     * @returns the milliseconds of each failover
     */
    async function chaos(): Promise<number[]> {
      const without = (...gone: BuiltBackend[]): BuiltBackend[] =>
        backends.filter((backend) => !gone.includes(backend));
      const killed = await leader(backends);
      const times = [await failover(() => killed.process.kill('SIGKILL'), without(killed))];
      const frozen = await leader(without(killed));
      times.push(await failover(() => frozen.process.kill('SIGSTOP'), without(killed, frozen)));
      await replace(killed);
      const next = await leader(without(frozen));
      times.push(await failover(() => next.process.kill('SIGKILL'), without(frozen, next)));
      frozen.process.kill('SIGCONT');
      await replace(next);
      return times;
    }

    async function replace(gone: BuiltBackend): Promise<void> {
      const started = await startBuilt(env, gone.port);
      backends = backends.map((backend) => (backend === gone ? started : backend));
    }

    it('lose nothing, do nothing twice and take over within five seconds while they are killed and frozen', async () => {
      const codes = await vouchers();
      const addresses = backends.map(({ url }) => url);
      let number = 0;
      let ending = false;
      const serve = async (): Promise<void> => {
        while (!ending) {
          const code = number % 2 === 0 ? codes.pop() : undefined;
          await new Customer(addresses, (number += 1), acknowledged).journey(code);
        }
      };
      const served = Promise.all(Array.from({ length: CONCURRENCY }, serve));
      try {
        await Promise.race([served, until(() => acknowledged.length > 8)]);
        for (const ms of await chaos()) expect(ms).toBeLessThan(scaledTimeout(FAILOVER_MS));
      } finally {
        ending = true;
        await served;
      }
      expect(number).toBeGreaterThan(2 * CONCURRENCY);
    });

    it('have sent each paid agreement once to each party', async () => {
      const paid = acknowledged.filter(({ type }) => /^(VoucherApplied|PaymentSucceeded)/.test(type)).length;
      await until(
        async () => (await database.pool.query("SELECT 1 FROM ndas WHERE status = 'sent'")).rowCount === paid,
      );
      const { rows: perNda } = await database.pool.query<{ stream: string; mails: number }>(
        'SELECT subject_stream AS stream, count(*)::int AS mails FROM mailbox_messages GROUP BY subject_stream',
      );
      // Customers who paid by card also got an order confirmation.
      const byCard = new Set(
        acknowledged.flatMap(({ type, ndaId }) => (type.startsWith('PaymentSucceeded') ? [ndaId] : [])),
      );
      expect(perNda).toHaveLength(paid);
      for (const { stream, mails: sent } of perNda)
        expect(sent).toBe(byCard.has(stream.slice(NDA_STREAM_PREFIX.length)) ? 3 : 2);
      // `newest` has at most the hundred newest mails. Each address belongs to one party of one agreement.
      const newest = await mails((backends[0] as BuiltBackend).browser());
      expect(newest).toHaveLength(Math.min(2 * paid + byCard.size, 100));
      const addresses = newest.flatMap(({ to, attachments }) => (attachments.length > 0 ? [to] : []));
      expect(new Set(addresses).size).toBe(addresses.length);
    });

    it('have every acknowledged event once, in unbroken chains', async () => {
      const events = await openStoreWhenReady({ url: env['EVENT_STORE_URL'], databaseUrl: database.url });
      try {
        await expectEachOnce(events, acknowledged);
      } finally {
        await events.close();
      }
    });

    it('have the same read models as a rebuild from the first event', async () => {
      const before = await rows();
      const ends = await Promise.all(
        backends.map(async (backend) => ({ code: await backend.end('SIGTERM'), said: backend.output() })),
      );
      expect(ends.filter(({ code }) => code !== 0)).toEqual([]);
      expect(await command('projections:rebuild', [], env)).toMatchObject({ code: 0 });
      expect(await rows()).toEqual(before);
    });
  });
}
