import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Read } from '#src/platform/postgres/testing/count-buffers';
import type { Backend, BenchEnvironment } from './bench-environment.js';
import { Customer } from './customer.js';
import { growTo, writeOldDrafts } from './growing-log.js';
import { type Figures, growthLines, type Measured, told } from './growth-lines.js';
import { sideBySide } from './load.js';
import type { Line } from './report.js';
import { putOffJobs, settled } from './running.js';

/** Of the log, in events. */
export const SIZES = [10_000, 100_000];

const JOURNEYS = 10;
const REQUESTS = 300;
const KILLED_JOURNEYS = 8;
/** Milliseconds of each life of a backend; with that, its first ticks are in it. */
const LIFE_MS = 2_000;
/** After a kill: until what the dead one had is freed and done by the next one. */
const FREED_MS = 15_000;
const IDLE_MS = 60_000;
/** Tables that are named beside what was read. */
const BUSIEST = 6;
/** Drafts past their time, whatever the size: what each costs follows how many go at once, not the log. */
const DUE = 500;
/** Some more that are, which a hold keeps. */
const HELD = 12;
/**
 * By what backends tell each other that they live, some rows many times a minute. Each such statement touches a page or
 * two more or less, by how the last vacuum left them: that follows the clock, not the log, and is left out.
 */
const BETWEEN_BACKENDS = ['leases', 'worker_heartbeats', 'live_backends', 'store_in_use', 'secret_checks'];
const SIGNING = 'sign-checkpoints';

/**
 * Most that an idle minute may read, whatever the log's length. Two sweeps go through all vouchers and drafts in
 * rounds, fifty at a time: a service that has fewer of them reads less, so that a ratio of two lengths says nothing.
 */
const MOST_IDLE: Read = { rows: 1_200, buffers: 6_000 };

/**
 * Two roots are made of a stored node for each unit of each hexadecimal digit of a size, at most fifteen: what is read
 * goes by the digits, up and down, and never beyond that. Beside it a few rows of checkpoints.
 */
const mostOfRoots = (size: number): Read => {
  const rows = 2 * 15 * Math.ceil(Math.log2(size + 1) / 4) + 10;
  return { rows, buffers: 4 * rows };
};

/**
 * What a service reads when it has been there for years, beside what it read when it was young.
 * @param sizes numbers of events, each at least ten times the one before
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

/** A service whose log grows, with what is read of its database for each thing that it does. */
class GrowingService {
  private events = 0;

  constructor(
    private readonly environment: BenchEnvironment,
    private readonly databaseUrl: string,
    private readonly client: Client,
  ) {}

  /** @param size of the log then, in events */
  async at(size: number): Promise<Figures> {
    await this.grow(size);
    const figures = new Map<string, Read & { most?: Read | undefined }>();
    const note = (name: string, read: Read, most?: Read): void => {
      process.stderr.write(`  ${name}: ${told(read)}\n`);
      figures.set(name, { ...read, most });
    };
    const plain = await this.read(nothing);
    note('start and stop', plain);
    // Before anything is killed: what a kill leaves owed is looked at by every sweep, more of it or less by chance.
    note('an idle minute', perOne(await this.read(nothing, LIFE_MS + IDLE_MS), plain, 1), MOST_IDLE);
    await this.killed();
    note('start after a kill in the midst of journeys', await this.freed(FREED_MS));
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
      await settled(port);
      // A service signs one every some minutes, and its start finds no more without one.
      await child.ask('tick', SIGNING);
    });
    // What the bench's own journeys have left there is no part of the log.
    await this.client.query('DELETE FROM mailbox_messages');
    // Looks at the payments that were given up come due by and by: what is due is not what this measures.
    await putOffJobs(this.client);
    // The first start writes down what was erased since the last one, which is due then.
    await this.life(nothing);
    await this.pack();
  }

  /** The queue is looked at many times a second: whether a page or two are left of what it once held would count. */
  private async pack(): Promise<void> {
    await this.client.query('VACUUM ANALYZE');
    await this.client.query('VACUUM (FULL, ANALYZE) owed_jobs');
  }

  private async draftsDue(): Promise<void> {
    await this.life(async ({ port }) => {
      // The first ticks of a start would take them: they come behind those.
      await settled(port);
      await this.environment.infrastructure(
        (infrastructure) => writeOldDrafts(infrastructure, { due: DUE, held: HELD }),
        this.databaseUrl,
      );
      await settled(port);
    });
    // What their making left behind is not of their erasure.
    await this.pack();
  }

  /** Rounds until everything that is due is erased, keys and all. */
  private async retention({ child, port }: Backend): Promise<void> {
    for (;;) {
      const { rowCount } = await this.client.query(
        `SELECT FROM ndas WHERE status = 'draft' AND legal_hold_since IS NULL AND erased_at IS NULL
         AND created_at < now() - interval '31 days'`,
      );
      if (rowCount === 0) return;
      await child.ask('tick', 'erase-old-drafts');
      await settled(port);
    }
  }

  /** A backend from start to stop, with what is asked of it meanwhile. */
  private async life(asked: Asked): Promise<void> {
    const backend = await this.environment.backend({ databaseUrl: this.databaseUrl });
    await asked(backend);
    await backend.child.stop();
  }

  /** When as many journeys as go on at a time are through, others are in their midst. */
  private async killed(): Promise<void> {
    const { child, port } = await this.environment.backend({ databaseUrl: this.databaseUrl });
    let through = 0;
    await new Promise<void>((resolve, reject) => {
      const goOn = async (): Promise<void> => {
        await new Customer(port).journey();
        through += 1;
        if (through === KILLED_JOURNEYS) resolve();
      };
      // Those that are under way at the kill fail.
      sideBySide(KILLED_JOURNEYS, () => true, goOn).catch(reject);
    });
    await child.kill();
  }

  /** What the dead one left open at the provider would be looked at again and again, more of it or less. */
  private async giveUpPayments(): Promise<void> {
    await this.client.query("UPDATE sandbox_payment_intents SET status = 'cancelled' WHERE status = 'open'");
    await this.client.query('UPDATE owed_jobs SET run_at = now()');
    await this.freed(0);
    // Those of which nobody knows whether they were opened are looked at for a day.
    await putOffJobs(this.client);
  }

  /** @param afterMs how long it is not asked whether it is settled: asking reads, too */
  private freed(afterMs: number): Promise<Read> {
    return this.read(async ({ port }) => {
      await pause(afterMs);
      await settled(port);
    });
  }

  /** Reads of one life of a backend: the server knows them all when its connections have ended. */
  private async read(asked: Asked, lifeMs = LIFE_MS): Promise<Read> {
    const before = new Map((await this.counted()).map((table) => [table.name, table]));
    await this.life((backend) => Promise.all([asked(backend), pause(lifeMs)]));
    const read = (await this.counted()).map(({ name, buffers, rows }) => {
      const was = before.get(name) ?? { buffers: 0, rows: 0 };
      return { name, buffers: buffers - was.buffers, rows: rows - was.rows };
    });
    // A figure that grew has a cause in one table: a reader of the log finds it here.
    const busiest = read.toSorted((a, b) => b.buffers - a.buffers).slice(0, BUSIEST);
    const tables = busiest.map(({ name, buffers }) => `${name} ${buffers}`).join(', ');
    process.stderr.write(`    most pages in ${tables}\n`);
    const sum = (of: keyof Read): number => read.reduce((all, table) => all + table[of], 0);
    return { buffers: sum('buffers'), rows: sum('rows') };
  }

  /**
   * Of the service's tables but those between backends; the catalogue's pages follow the connections that are made, not
   * the log.
   */
  private async counted(): Promise<readonly (Read & { readonly name: string })[]> {
    const others =
      'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
    while ((await this.client.query(others)).rowCount !== 0) await pause(50);
    // What this session itself read until now is not to be found later.
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
