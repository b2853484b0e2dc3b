import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import type { Read } from '../platform/postgres/testing/count-buffers.js';
import { Child } from './child.js';
import { type Figures, told } from './growth-lines.js';
import { ForgottenErasures } from './forgotten-erasures.js';
import { putOffJobs } from './settled.js';
import type { BackendWish } from './whole-backend.js';

const JOURNEYS = 10;
const REQUESTS = 300;
const KILLED_JOURNEYS = 8;
/** Milliseconds of each life of a backend; with that, its first ticks are in it. */
const LIFE_MS = 2_000;
/** After a kill: until what the dead one had is freed and done by the next one. */
const FREED_MS = 15_000;
const IDLE_MS = 60_000;
/** Tables that are named beside the idle minute. */
const BUSIEST = 6;
/** Drafts past their time, whatever the size: what each costs follows how many go at once, not the log. */
const DUE = 500;
/** Some more that are, which a hold keeps. */
const HELD = 12;
/**
 * By what backends tell each other that they live, some rows many times a minute. Each such statement touches a page or
 * two more or less, by how the last vacuum left them: that follows the clock, not the log, and is told apart.
 */
const BETWEEN_BACKENDS = ['leases', 'worker_heartbeats', 'live_backends', 'store_in_use', 'secret_checks'];

/**
 * Two roots are made of a stored node for each unit of each hexadecimal digit of a size, at most fifteen: what is read
 * goes by the digits, up and down, and never beyond that. Beside it a few rows of checkpoints.
 */
const mostOfRoots = (size: number): Read => {
  const rows = 2 * 15 * Math.ceil(Math.log2(size + 1) / 4) + 10;
  return { rows, buffers: 4 * rows };
};

/** A service whose log grows, with what is read of its database for each thing that it does. */
export class GrowingService {
  private readonly pool: Pool;
  private readonly erasures: ForgottenErasures;
  private events = 0;

  constructor(private readonly wish: BackendWish) {
    this.pool = new Pool({ connectionString: wish.databaseUrl, max: 1 });
    this.erasures = new ForgottenErasures(this.pool);
  }

  end(): Promise<void> {
    return this.pool.end();
  }

  /** @param size of the log then, in events */
  async at(size: number): Promise<Figures> {
    await this.grow(size);
    const figures = new Map<string, Read & { limited: boolean | Read }>();
    const note = (name: string, read: Read, limited: boolean | Read = true): void => {
      process.stderr.write(`  ${name}: ${told(read)}\n`);
      figures.set(name, { ...read, limited });
    };
    const plain = await this.read();
    note('start and stop', plain);
    // Before anything is killed: what a kill leaves owed is looked at by every sweep, more of it or less by chance.
    const tables = await this.byTable();
    const signs = await this.counted(BETWEEN_BACKENDS);
    note('an idle minute', perOne(await this.read(nothing, LIFE_MS + IDLE_MS), plain, 1));
    note('  beside it, between backends', less(await this.counted(BETWEEN_BACKENDS), signs), false);
    await this.tellBusiest(tables);
    await this.killed();
    note('start after a kill in the midst of journeys', await this.caughtUp(FREED_MS));
    await this.giveUpPayments();
    await this.life(async (child) => {
      for (const [name, read] of await child.ask<[string, Read][]>('ticks')) {
        note(`tick ${name}`, read, name === 'sign-checkpoints' ? mostOfRoots(size) : true);
      }
    });
    const each = async (name: string, task: string, times: number): Promise<void> => {
      const read = await this.read((child) => child.ask(task, times));
      note(name, perOne(read, plain, times));
    };
    await each('a journey', 'journeys', JOURNEYS);
    await each('GET of an NDA', 'reads', REQUESTS);
    await each('readiness', 'readiness', REQUESTS);
    const looking = await this.anew('erase-key-when-nda-erased');
    note('start with all erasures to look at', looking, false);
    const forgotten = await this.erasures.forget();
    process.stderr.write(`  ${forgotten} erasures are forgotten\n`);
    const applying = await this.caughtUp();
    note('start with all erasures to apply', applying, false);
    note('  for each, more than looking', perOne(applying, looking, forgotten), false);
    note('catching up of a reaction', await this.anew('deliver-when-completed-and-paid'), false);
    await this.draftsDue();
    note('retention, for each draft', perOne(await this.read((child) => child.ask('retention')), plain, DUE));
    return figures;
  }

  private async grow(size: number): Promise<void> {
    await this.life(async (child) => {
      await this.erasures.remember();
      this.events = await child.ask<number>('grow', { have: this.events, wanted: size });
      await child.ask('caughtUp');
      await child.ask('signed');
    });
    // What the bench's own journeys have left there is no part of the log.
    await this.pool.query('DELETE FROM mailbox_messages');
    // Looks at the payments that were given up come due by and by: what is due is not what this measures.
    await putOffJobs(this.wish.databaseUrl);
    // The first start writes down what was erased since the last one, which is due then.
    await this.life(nothing);
    await this.pool.query('VACUUM ANALYZE');
    await this.packQueue();
  }

  /** It is looked at many times a second: whether a page or two are left of what it once held would count for more. */
  private async packQueue(): Promise<void> {
    await this.pool.query('VACUUM (FULL, ANALYZE) owed_jobs');
  }

  private async draftsDue(): Promise<void> {
    await this.life(async (child) => {
      await child.ask('oldDrafts', { due: DUE, held: HELD });
      await child.ask('caughtUp');
    });
    // What their making left behind is not of their erasure.
    await this.pool.query('VACUUM ANALYZE');
    await this.packQueue();
  }

  /** A backend from start to stop, with what is asked of it meanwhile. */
  private async life(asked: (child: Child) => Promise<unknown>): Promise<void> {
    const child = Child.start('growth.main');
    try {
      await child.ask('start', this.wish);
      await asked(child);
    } finally {
      await child.stop();
    }
  }

  private async killed(): Promise<void> {
    const child = Child.start('growth.main');
    await child.ask('start', this.wish);
    await child.ask('journeysGoOn', KILLED_JOURNEYS);
    await child.kill();
  }

  /** What the dead one left open at the provider would be looked at again and again, more of it or less. */
  private async giveUpPayments(): Promise<void> {
    await this.pool.query("UPDATE sandbox_payment_intents SET status = 'cancelled' WHERE status = 'open'");
    await this.pool.query('UPDATE owed_jobs SET run_at = now()');
    await this.caughtUp();
    // Those of which nobody knows whether they were opened are looked at for a day.
    await putOffJobs(this.wish.databaseUrl);
  }

  /** @param afterMs how long it is not asked whether it has caught up: asking reads, too */
  private caughtUp(afterMs = 0): Promise<Read> {
    return this.read(async (child) => {
      await pause(afterMs);
      await child.ask('caughtUp');
    });
  }

  /** What a reaction reads that knows of nothing: all there ever was. */
  private async anew(reaction: string): Promise<Read> {
    await this.pool.query("DELETE FROM checkpoints WHERE name = $1 OR name LIKE 'start:%'", [
      `reaction:${reaction}`,
    ]);
    return this.caughtUp();
  }

  /** Reads of one life of a backend: the server knows them all when its connections have ended. */
  private async read(asked: (child: Child) => Promise<unknown> = nothing, lifeMs = LIFE_MS): Promise<Read> {
    const before = await this.counted();
    await this.life((child) => Promise.all([asked(child), pause(lifeMs)]));
    return less(await this.counted(), before);
  }

  /**
   * Of the service's tables; the catalogue's pages follow the connections that are made, not the log.
   * @param only of these alone; by default of all but those between backends
   */
  private async counted(only?: readonly string[]): Promise<Read> {
    await this.untilAlone();
    // What this session itself read until now is not to be found later.
    await this.pool.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await this.pool.query<Read>(
      `WITH counted AS (SELECT relid FROM pg_stat_user_tables WHERE (relname = ANY ($1)) = $2)
       SELECT (SELECT sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0)
                 + coalesce(toast_blks_read + toast_blks_hit, 0) + coalesce(tidx_blks_read + tidx_blks_hit, 0))
               FROM pg_statio_user_tables JOIN counted USING (relid))::float8 AS buffers,
         ((SELECT sum(seq_tup_read) FROM pg_stat_user_tables JOIN counted USING (relid))
           + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes JOIN counted USING (relid)))::float8 AS rows`,
      [only ?? BETWEEN_BACKENDS, only !== undefined],
    );
    return rows[0] ?? { buffers: 0, rows: 0 };
  }

  /** Pages read since the server's first start, by table. */
  private async byTable(): Promise<ReadonlyMap<string, number>> {
    await this.pool.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await this.pool.query<{ name: string; buffers: number }>(
      `SELECT relname AS name, (heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0)
         + coalesce(toast_blks_read + toast_blks_hit, 0) + coalesce(tidx_blks_read + tidx_blks_hit, 0))::float8 AS buffers
       FROM pg_statio_user_tables`,
    );
    return new Map(rows.map(({ name, buffers }) => [name, buffers]));
  }

  /** A figure that grew has a cause in one table: a reader of the log finds it here. */
  private async tellBusiest(before: ReadonlyMap<string, number>): Promise<void> {
    const read = [...(await this.byTable())].map(
      ([name, now]) => [name, now - (before.get(name) ?? 0)] as const,
    );
    const busiest = read.toSorted(([, a], [, b]) => b - a).slice(0, BUSIEST);
    process.stderr.write(`    most in ${busiest.map(([name, count]) => `${name} ${count}`).join(', ')}\n`);
  }

  private async untilAlone(): Promise<void> {
    for (;;) {
      const { rowCount } = await this.pool.query(
        'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      if (rowCount === 0) return;
      await pause(50);
    }
  }
}

const nothing = (): Promise<void> => Promise.resolve();

const less = (read: Read, before: Read): Read => ({
  buffers: read.buffers - before.buffers,
  rows: read.rows - before.rows,
});

const perOne = (read: Read, plain: Read, times: number): Read => ({
  buffers: Math.max(0, Math.round((read.buffers - plain.buffers) / times)),
  rows: Math.max(0, Math.round((read.rows - plain.rows) / times)),
});
