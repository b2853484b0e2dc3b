import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Read } from '#src/platform/postgres/testing/count-buffers';
import type { Backend, BenchEnvironment } from './bench-environment.js';
import { Customer } from './customer.js';
import { growTo, writeOldDrafts } from './growing-log.js';
import { type Figures, growthLines, type Measured, formatRead } from './growth-lines.js';
import { runConcurrently } from './load.js';
import type { Line } from './report.js';
import { postponeJobs, untilReady, untilSettled } from './running.js';

/** Sizes of the log in events. */
export const SIZES = [10_000, 100_000];

const JOURNEYS = 10;
const REQUESTS = 300;
const KILLED_JOURNEYS = 8;
/** Minimum time in milliseconds for which a backend runs: long enough for its first ticks. */
const LIFE_MS = 2_000;
/**
 * Milliseconds after a kill until the next backend may take over and finish the killed backend's jobs.
 */
const FREED_MS = 15_000;
const IDLE_MS = 60_000;
/** Number of tables that are printed with each count. The tables with the most reads are printed. */
const BUSIEST = 6;
/**
 * Number of drafts past their retention period. It is the same at every size, because the cost per draft
 * depends on how many drafts are erased at once, not on the log.
 */
const DUE = 500;
/** Number of additional drafts that are past their retention period but on legal hold. */
const HELD = 12;
/**
 * Tables through which backends tell each other that they are alive. Some rows of these tables change many
 * times a minute. The number of pages that such a change touches depends on the time since the last vacuum,
 * not on the log. So the reads of these tables are not counted.
 */
const BETWEEN_BACKENDS = ['leases', 'worker_heartbeats', 'live_backends', 'store_in_use', 'secret_checks'];
const SIGNING = 'sign-checkpoints';

/**
 * Maximum number of reads in an idle minute, for any length of the log. Two sweeps go through all vouchers
 * and drafts in rounds, fifty at a time. A service with fewer vouchers and drafts reads less, so the ratio
 * between two lengths of the log says nothing.
 */
const MOST_IDLE: Read = { rows: 1_200, buffers: 6_000 };

/**
 * Returns the maximum number of reads for computing three roots of the tree: of the newest checkpoint, of the
 * new one, and of the edge under the MAC. To compute one root, the service reads several stored nodes. Their
 * number is the sum of the hexadecimal digits of the tree's size, and each digit is at most fifteen. So the
 * number of reads varies with the digits and never exceeds this limit. The limit also allows for a few rows of
 * checkpoints.
 */
const mostOfRoots = (size: number): Read => {
  const rows = 3 * 15 * Math.ceil(Math.log2(size + 1) / 4) + 10;
  return { rows, buffers: 4 * rows };
};

/**
 * Compares the reads of a service after years with the reads of the same service when it was new.
 * @param sizes numbers of events, each at least ten times the previous number
 */
export async function benchGrowth(environment: BenchEnvironment, sizes: readonly number[]): Promise<Line[]> {
  const databaseUrl = await environment.emptyDatabase('growth');
  const client = await environment.client(databaseUrl);
  const service = new GrowingService(environment, databaseUrl, client);
  const measured: Measured[] = [];
  for (const size of sizes) {
    process.stderr.write(`growth to ${size} events …\n`);
    measured.push({ size, figures: await service.at(size) });
  }
  return growthLines(measured);
}

/** A service whose log grows. It counts, for each kind of work, the reads from its database. */
class GrowingService {
  private events = 0;

  constructor(
    private readonly environment: BenchEnvironment,
    private readonly databaseUrl: string,
    private readonly client: Client,
  ) {}

  /**
   * Lets the log grow, and then counts the reads of each kind of work.
   * @param size number of events to which the log grows
   */
  async at(size: number): Promise<Figures> {
    await this.grow(size);
    const figures = new Map<string, Read & { most?: Read | undefined }>();
    const note = (name: string, read: Read, most?: Read): void => {
      process.stderr.write(`  ${name}: ${formatRead(read)}\n`);
      figures.set(name, { ...read, most });
    };
    const plain = await this.read(nothing);
    note('start and stop', plain);
    // The idle minute is counted before any kill. A kill leaves a random amount of unfinished work, and every
    // sweep would read that work.
    note('an idle minute', perOne(await this.read(nothing, LIFE_MS + IDLE_MS), plain, 1), MOST_IDLE);
    await this.killed();
    note('start after a kill in the middle of journeys', await this.freed(FREED_MS));
    await this.giveUpPayments();
    await this.life(async ({ child }) => {
      for (const [name, read] of await child.ask('idleTicks'))
        note(`tick ${name}`, read, name === SIGNING ? mostOfRoots(size) : undefined);
    });
    const each = async (name: string, times: number, asked: Asked): Promise<void> =>
      note(name, perOne(await this.read(asked), plain, times));
    await each('a journey', JOURNEYS, async ({ port }) => {
      for (let n = 0; n < JOURNEYS; n += 1) await new Customer(port).journey();
    });
    await each('GET of an NDA', REQUESTS, async ({ port }) => {
      const customer = new Customer(port);
      await customer.create();
      for (let n = 0; n < REQUESTS; n += 1) await customer.read();
    });
    await each('readiness', REQUESTS, async ({ port }) => {
      await untilReady(port);
      for (let n = 0; n < REQUESTS; n += 1)
        await new Customer(port).ask({ method: 'GET', path: '/health/ready' });
    });
    await this.draftsDue();
    await each('retention, for each draft', DUE, (backend) => this.retention(backend));
    return figures;
  }

  private async grow(size: number): Promise<void> {
    this.events = await this.environment.infrastructure(
      (infrastructure) => growTo(infrastructure, this.events, size),
      this.databaseUrl,
    );
    await this.life(async ({ child, port }) => {
      await untilSettled(port);
      // Signs a checkpoint, as a running service does every few minutes. So the next start finds few leaves
      // that no checkpoint covers.
      await child.ask('tick', SIGNING);
    });
    // The mails of the bench's own journeys do not belong to the measured log.
    await this.client.query('DELETE FROM mailbox_messages');
    // Abandoned payments have to be polled from time to time. The bench does not measure these polls.
    await postponeJobs(this.client);
    // Each start records the erasures since the previous start. This extra start does so before any reads are
    // counted.
    await this.life(nothing);
    await this.pack();
  }

  /**
   * Vacuums the tables. The queue is polled many times a second, so even a page or two of dead rows would
   * change the counts.
   */
  private async pack(): Promise<void> {
    await this.client.query('VACUUM ANALYZE');
    await this.client.query('VACUUM (FULL, ANALYZE) owed_jobs');
  }

  private async draftsDue(): Promise<void> {
    await this.life(async ({ port }) => {
      // The drafts are written after the start's first ticks, which would erase them.
      await untilSettled(port);
      await this.environment.infrastructure(
        (infrastructure) => writeOldDrafts(infrastructure, { due: DUE, held: HELD }),
        this.databaseUrl,
      );
      await untilSettled(port);
    });
    // Writing the drafts leaves dead rows. Reads of the dead rows must not be counted with the erasure of the
    // drafts.
    await this.pack();
  }

  /** Runs the tick `erase-old-drafts` until every due draft is erased, with its key. */
  private async retention({ child, port }: Backend): Promise<void> {
    for (;;) {
      const { rowCount } = await this.client.query(
        `SELECT FROM ndas WHERE status = 'draft' AND legal_hold_since IS NULL AND erased_at IS NULL
         AND created_at < now() - interval '31 days'`,
      );
      if (rowCount === 0) return;
      await child.ask('tick', 'erase-old-drafts');
      await untilSettled(port);
    }
  }

  /** Runs a backend from start to stop, and makes these calls while it runs. */
  private async life(asked: Asked): Promise<void> {
    const backend = await this.environment.backend({ databaseUrl: this.databaseUrl });
    await asked(backend);
    await backend.child.stop();
  }

  /**
   * Kills a backend once `KILLED_JOURNEYS` journeys are complete. The same number of journeys runs at a time,
   * so some journeys are only half done at the kill.
   */
  private async killed(): Promise<void> {
    const { child, port } = await this.environment.backend({ databaseUrl: this.databaseUrl });
    let through = 0;
    await new Promise<void>((resolve, reject) => {
      const goOn = async (): Promise<void> => {
        await new Customer(port).journey();
        through += 1;
        if (through === KILLED_JOURNEYS) resolve();
      };
      // Journeys that are in progress at the kill fail.
      runConcurrently(KILLED_JOURNEYS, () => true, goOn).catch(reject);
    });
    await child.kill();
  }

  /**
   * Cancels the payments that the killed backend left open at the provider. Otherwise backends would poll
   * these payments again and again, and the number of such payments varies.
   */
  private async giveUpPayments(): Promise<void> {
    await this.client.query("UPDATE sandbox_payment_intents SET status = 'cancelled' WHERE status = 'open'");
    await this.client.query('UPDATE owed_jobs SET run_at = now()');
    await this.freed(0);
    // If it is unknown whether a payment was opened, the service polls the payment for a day. The bench does
    // not measure these polls.
    await postponeJobs(this.client);
  }

  /**
   * @param afterMs milliseconds to wait before the first check that the backend is settled, because the check
   * itself reads too
   */
  private freed(afterMs: number): Promise<Read> {
    return this.read(async ({ port }) => {
      await pause(afterMs);
      await untilSettled(port);
    });
  }

  /**
   * Counts the reads of one backend from start to stop. The server has counted all reads once the backend's
   * connections have ended.
   */
  private async read(asked: Asked, lifeMs = LIFE_MS): Promise<Read> {
    const before = new Map((await this.counted()).map((table) => [table.name, table]));
    await this.life((backend) => Promise.all([asked(backend), pause(lifeMs)]));
    const read = (await this.counted()).map(({ name, buffers, rows }) => {
      const was = before.get(name) ?? { buffers: 0, rows: 0 };
      return { name, buffers: buffers - was.buffers, rows: rows - was.rows };
    });
    // If a count has grown, one table is usually the cause. This log line shows which tables had the most
    // reads.
    const busiest = read.toSorted((a, b) => b.buffers - a.buffers).slice(0, BUSIEST);
    const tables = busiest.map(({ name, buffers }) => `${name} ${buffers}`).join(', ');
    process.stderr.write(`    most pages in ${tables}\n`);
    const sum = (of: keyof Read): number => read.reduce((all, table) => all + table[of], 0);
    return { buffers: sum('buffers'), rows: sum('rows') };
  }

  /**
   * Returns the reads so far of each table of the service. Leaves out the tables in `BETWEEN_BACKENDS`. Also
   * leaves out the catalogue's pages, because their reads depend on the number of connections, not on the
   * log.
   */
  private async counted(): Promise<readonly (Read & { readonly name: string })[]> {
    const others =
      'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
    while ((await this.client.query(others)).rowCount !== 0) await pause(50);
    // This session's own reads must be flushed now, or they would be counted for the next backend.
    await this.client.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await this.client.query<Read & { name: string }>(
      `SELECT relname AS name,
         (heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0)
           + coalesce(toast_blks_read + toast_blks_hit, 0) + coalesce(tidx_blks_read + tidx_blks_hit, 0))::float8
           AS buffers,
         (seq_tup_read + coalesce((SELECT sum(idx_tup_read) FROM pg_stat_user_indexes i
           WHERE i.relid = pg_stat_user_tables.relid), 0))::float8 AS rows
       FROM pg_statio_user_tables JOIN pg_stat_user_tables USING (relid, relname) WHERE relname <> ALL ($1)`,
      [BETWEEN_BACKENDS],
    );
    return rows;
  }
}

type Asked = (backend: Backend) => Promise<unknown>;
const nothing: Asked = () => Promise.resolve();

const perOne = (read: Read, plain: Read, times: number): Read => ({
  buffers: Math.max(0, Math.round((read.buffers - plain.buffers) / times)),
  rows: Math.max(0, Math.round((read.rows - plain.rows) / times)),
});
