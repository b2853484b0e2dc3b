import type { Pool } from 'pg';
import { JOBS_CHANNEL } from '#src/platform/jobs/enqueue';
import { copyDatabase, CopyRefused } from '#src/cli/copy-database';
import { createTestDatabase } from '#src/platform/postgres/testing/test-database';
import { startTestBackend, type TestBackend } from '../../backend/test-backend.js';
import { ticksOf } from '../../backend/ticks.js';
import { type AttackedStore, attackedStore, type StoreKind } from '../attacked-store.js';
import { until } from '#src/platform/testing/until';
import { attackableRows, attacksAtTheEnd, EVENTS_ON_SERVER, ownEvents } from './attackable-rows.js';
import {
  type Attack,
  attacksOn,
  garbageIn,
  type Pair,
  type Rows,
  rowsOf,
  strike,
  takeBack,
  wouldStrike,
} from './attacks.js';
import { EXEMPT } from './exempt-tables.js';
import { foreignEventAt } from './foreign-event.js';
import {
  type Answers,
  ask,
  broken,
  calledErased,
  callsOf,
  done,
  gained,
  ownCallsOf,
  type Recorded,
  recorded,
} from './probe.js';
import { someOfEach, sampled } from './sampled.js';
import type { KnownAttack } from './known-attacks.js';
import {
  type AttackableRows,
  endSpying,
  type History,
  type Image,
  spyOn,
  type Table,
  tablesOf,
} from './tables.js';
import { makeWorld, type World } from './world.js';

/**
 * Milliseconds, on an idle machine, to wait for the queue to become empty. After this time we accept that a
 * lie keeps a job in the queue.
 */
const DENIED_MS = 3_000;
/** Maximum number of faults per attack that a failed test shows. */
const SHOWN = 3;

export interface AttackSample {
  /** Maximum number of attacks on each table. */
  readonly each: number;
  /**
   * Maximum number of pairs that are picked from the present rows of each table. At most as many pairs are
   * picked from the lost rows of each table. A lie gives one row of a pair values of the other row.
   */
  readonly pairs: number;
  readonly seed: number;
  /** Names of the attacked tables; by default all tables that are not exempt. */
  readonly tables?: readonly string[];
  /** True to leave out attacks that add events. A start after they are taken back would miss these events. */
  readonly addsNoEvents?: boolean;
}

/**
 * A service with people and agreements. An attacker who has no secret changes its rows. Each set of changes
 * is called a lie.
 *
 * `attacks` derives lies from the rows. `faultsOf` writes one lie while the service runs, runs everything
 * that is due, repeats all calls, and returns what the attacker gained. `faultsThroughStarts` writes one lie
 * while no backend runs, and does the other steps after each start.
 */
export class AttackedService {
  private constructor(
    private readonly store: AttackedStore,
    private readonly rows: AttackableRows,
    /** The backend that made the database. All later backends use its database, secrets and folder. */
    private readonly first: TestBackend,
    private test: TestBackend,
    readonly tables: readonly Table[],
    private readonly history: History,
    private readonly world: World,
    private readonly before: Answers,
  ) {}

  /** @param kind the store that has the events */
  static async open(kind: StoreKind = 'PostgreSQL'): Promise<AttackedService> {
    const store = await attackedStore(kind);
    const test = await startTestBackend({ env: store.env });
    const { pool } = test.database;
    const tables = await tablesOf(pool);
    await spyOn(pool, tables);
    const world = await makeWorld(test);
    await atRest(pool);
    const history = await endSpying(pool, tables);
    const before = await ask(callsOf(test, world), world.canary);
    await atRest(pool);
    const rows = attackableRows(pool, store.log);
    const attacked = store.log === undefined ? tables : [...tables, EVENTS_ON_SERVER];
    return new AttackedService(store, rows, test, test, attacked, history, world, before);
  }

  get pool(): Pool {
    return this.test.database.pool;
  }

  async stop(): Promise<void> {
    await this.test.backend.stop();
    await this.first.stop();
    await this.store.stop();
  }

  /**
   * Yields attacks on the tables that are not exempt. Skips attacks that the database refuses. Yields at most
   * `each` attacks per table, and at most one attack of each kind of lie (two in `npm run test:long`).
   */
  async *attacks(sample: AttackSample): AsyncGenerator<Attack> {
    const { pairs, seed } = sample;
    const pick = (all: readonly Pair[]): Pair[] => this.picked(all, pairs, seed);
    for await (const rows of this.attackedRows(sample)) {
      const possible = function* (): Generator<Attack> {
        yield* attacksOn(rows, pick);
        if (rows.table === EVENTS_ON_SERVER) yield* attacksAtTheEnd(rows, pick);
      };
      yield* this.drawn(possible(), sample);
    }
  }

  /** Like `attacks`, but yields attacks that give a column a value that no row of the service has. */
  async *garbage(sample: AttackSample): AsyncGenerator<Attack> {
    for await (const rows of this.attackedRows(sample)) yield* this.drawn(garbageIn(rows), sample);
  }

  /** Yields the rows of each attacked table, as they are when its turn comes. */
  private async *attackedRows({ tables }: AttackSample): AsyncGenerator<Rows> {
    const isAttacked = ({ name }: Table): boolean => tables?.includes(name) ?? !(name in EXEMPT);
    for (const table of this.tables.filter(isAttacked)) yield await rowsOf(this.rows, table, this.history);
  }

  private async *drawn(
    possible: Iterable<Attack>,
    { each, seed, addsNoEvents = false }: AttackSample,
  ): AsyncGenerator<Attack> {
    const found = someOfEach(possible, kindOf, seed);
    let taken = 0;
    for (const attack of sampled(found, found.length, seed)) {
      if (taken === each) break;
      if (addsNoEvents && addsEvents(attack)) continue;
      if (!(await wouldStrike(this.rows, attack))) continue;
      taken += 1;
      yield attack;
    }
  }

  /** Makes a known attack from the current rows, once no work is in progress. */
  async made(attack: KnownAttack): Promise<Attack> {
    const { pool, tables, history, world } = this;
    await atRest(pool);
    await until(async () => {
      const { rows } = await pool.query<{ same: boolean }>(
        `SELECT (SELECT count(*) FROM log_leaves) = (SELECT count(*) FROM event_store.events) AS same`,
      );
      return rows[0]?.same;
    });
    return attack({ pool, tables, history, world });
  }

  /**
   * Returns a sample of the pairs. Half of the sample is drawn from the pairs of a victim's row and an
   * attacker's row. The other half is drawn from all pairs.
   */
  private picked(all: readonly Pair[], most: number, seed: number): Pair[] {
    const names = ({ ndas }: World, who: keyof World['ndas'], row: Image): boolean => {
      const text = JSON.stringify(row);
      return ndas[who].some((id) => text.includes(id));
    };
    const meeting = all.filter(
      ([row, other]) => names(this.world, 'victim', row) && names(this.world, 'attacker', other),
    );
    return [...sampled(meeting, Math.ceil(most / 2), seed), ...sampled(all, Math.floor(most / 2), seed)];
  }

  /** Returns what an attack gains while the service runs; undefined if the database refuses it. */
  async faultsOf(attack: Attack): Promise<string[] | undefined> {
    const then = await this.recorded(this.test);
    if (!(await strike(this.rows, attack))) return undefined;
    try {
      return describeFaults(attack, await this.gainedBy(this.test, attack, then));
    } finally {
      await takeBack(this.rows, attack);
    }
  }

  /**
   * Makes an attack while no backend runs. Returns what the attack gains in two starts, in a start on a copy
   * of the database, and in a start after the attack was taken back. Undefined if the database refuses the
   * attack.
   */
  async faultsThroughStarts(attack: Attack): Promise<string[] | undefined> {
    const then = await recorded(this.pool, this.test);
    await this.test.backend.stop();
    const struck = await strike(this.rows, attack);
    let faults: string[] = [];
    let left: readonly Image[] = [];
    try {
      if (struck) faults = await this.gainedByStarts(attack, then);
    } finally {
      if (struck) {
        await takeBack(this.rows, attack);
        left = await this.fillPlaces(attack);
      }
      this.test = await startTestBackend({ on: this.first });
    }
    if (!struck) return undefined;
    await atRest(this.pool);
    const behind = done(then, await recorded(this.pool, this.test), [...liesOf(attack), ...left]);
    return describeFaults(attack, [...faults, ...behind.map((fault) => `when it is taken back: ${fault}`)]);
  }

  /**
   * Puts events of another program where the attack added events. The log's readers have read past these places,
   * so a start would otherwise find them beyond the end of the log.
   * @returns the images of the new events
   */
  private async fillPlaces({ table, gone, put, stays }: Attack): Promise<readonly Image[]> {
    if (stays === true || !addsEvents({ table, gone, put })) return [];
    const before = new Set(gone.map(({ position }) => position));
    const images = put
      .filter(({ position }) => !before.has(position))
      .map(({ position }) => foreignEventAt(position));
    await this.rows.exchange(table, { gone: [], put: images });
    return images;
  }

  private async gainedByStarts(attack: Attack, then: Recorded): Promise<string[]> {
    const faults: string[] = [];
    for (const _ of ['once', 'twice']) faults.push(...(await this.gainedByStart(this.first, attack, then)));
    // This database needs no tables, because `copyDatabase` makes the tables in an empty database.
    const copy = await createTestDatabase();
    try {
      if (await isCopied(this.first.database.url, copy.url))
        faults.push(...(await this.gainedByStart({ ...this.first, database: copy }, attack, then)));
    } finally {
      await copy.drop();
    }
    return faults;
  }

  /**
   * Returns what the attack gains by one start. A refused start is a denial of service, which does not count
   * as a fault here.
   */
  private async gainedByStart(on: TestBackend, attack: Attack, then: Recorded): Promise<string[]> {
    const test = await startTestBackend({ on }).catch(() => undefined);
    if (test === undefined) return done(then, await recorded(on.database.pool, on), liesOf(attack));
    try {
      return await this.gainedBy(test, attack, then);
    } finally {
      await test.backend.stop();
    }
  }

  /** Runs all ticks. Then makes all calls for data that the callers may not see. @returns the faults */
  private async gainedBy(test: TestBackend, attack: Attack, then: Recorded): Promise<string[]> {
    const { world, before } = this;
    const { pool } = test.database;
    const { signal } = new AbortController();
    for (const tick of ticksOf(test.backend, pool)) await tick.run(signal).catch(() => undefined);
    await atRest(pool, attack.put);
    const answers = await ask(callsOf(test, world), world.canary);
    const own = await ask(ownCallsOf(test, world), world.canary);
    const open = [...gained(before, answers), ...broken(answers), ...broken(own)];
    const { erases } = attack;
    const gone = erases === undefined ? [] : await calledErased(test, world, erases);
    await atRest(pool, attack.put);
    return [...open, ...gone, ...done(then, await this.recorded(test), liesOf(attack))];
  }

  private recorded(test: TestBackend): Promise<Recorded> {
    const { log } = this.store;
    const events =
      log && ownEvents(log).map((one) => ({ ...one, metadata: Buffer.from(one.metadata).toString('utf8') }));
    return recorded(test.database.pool, test, events);
  }
}

/**
 * Copies a database. Returns false if `copyDatabase` refuses because of the lie. Such a refusal is only a
 * denial of service.
 */
async function isCopied(from: string, to: string): Promise<boolean> {
  try {
    await copyDatabase(from, to, { overwrite: true });
    return true;
  } catch (error) {
    if (error instanceof CopyRefused) return false;
    throw error;
  }
}

const addsEvents = ({ table, gone, put }: Pick<Attack, 'table' | 'gone' | 'put'>): boolean =>
  table.name === 'event_store.events' && put.length > gone.length;

const liesOf = ({ put, gone }: Attack): readonly Image[] => [...put, ...gone];

/** Lies are of the same kind if they change the same column or member, in rows of the same task. */
const kindOf = ({ what, gone, put }: Attack): string => `${what} ${String((put[0] ?? gone[0])?.['task'])}`;

const describeFaults = ({ table, what }: Attack, faults: readonly string[]): string[] =>
  faults.length === 0 ? [] : [`${table.name}: ${what}: ${faults.slice(0, SHOWN).join('; ')}`];

/**
 * Waits until no job is due or in progress. A parked job waits for the repair of its stream, so it is not due. If
 * an attack wrote rows, the function gives up after a while, because such a row may keep a job waiting
 * permanently. That is only a denial of service.
 * @param lies rows that the attack wrote
 */
async function atRest(pool: Pool, lies: readonly Image[] = []): Promise<void> {
  await pool.query('SELECT pg_notify($1, $2)', [JOBS_CHANNEL, '']);
  const own = lies.map(({ id }) => String(id));
  const isSo = async (): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `SELECT FROM owed_jobs
       WHERE (worker IS NULL AND parked_for IS NULL AND run_at <= now())
         OR (worker IS NOT NULL AND id::text <> ALL ($1))`,
      [own],
    );
    return rowCount === 0;
  };
  await (own.length === 0 ? until(isSo) : until(isSo, DENIED_MS).catch(() => undefined));
}
