import type { Secrets } from '#src/app/secrets';
import type { EventStore } from '#src/eventsourcing/event-store/event-store';
import { createPostgresEventStore } from '#src/eventsourcing/event-store/postgres/postgres-event-store';
import { freePort } from '#src/platform/embedded-postgres/free-port';
import type { TestDatabase } from '#src/platform/postgres/testing/test-database';
import {
  type BuiltBackend,
  type Environment,
  launch,
  ready,
  type TestDataDir,
  testDataDir,
} from '../backend/built-backend.js';
import { Customer } from '../steps/customer.js';
import { type ErasureOnRecord, erasureOnRecord } from '../log/erasure-on-record.js';
import { type DeathInFile, KilledProgram } from './killed-program.js';
import { environmentOf } from '../backend/secrets.js';
import { createServiceDatabase } from '../backend/service-database.js';
import { StoppedWrites, type WatchedTable } from './stopped-writes.js';
import { ADMIN_PASSWORD, testSecrets } from '../backend/test-backend.js';

export interface Killed {
  readonly database?: TestDatabase;
  readonly dataDir?: TestDataDir;
  readonly secrets?: Secrets;
  readonly env?: Environment;
}

/**
 * Moments at which the backend is killed while it writes the list of erasures. It first writes the line with
 * the receipt, then the mark. It is killed at the same three moments of each of these two writes.
 */
export const IN_LIST: readonly DeathInFile[] = [1, 2].flatMap(() => [
  ['erasures', 'before'] as const,
  ['erasures', 'half'] as const,
  ['erasures', 'whole'] as const,
]);

/** A built backend with its own database and folder. It is killed at its writes and started again. */
export class KilledBackend {
  private running: BuiltBackend | undefined;
  readonly writes: StoppedWrites;

  private constructor(
    readonly database: TestDatabase,
    readonly dataDir: TestDataDir,
    readonly secrets: Secrets,
    readonly env: Environment,
    readonly port: number,
    private readonly store: EventStore,
  ) {
    this.writes = new StoppedWrites(database.pool);
  }

  static async on(given: Killed = {}): Promise<KilledBackend> {
    const database = given.database ?? (await createServiceDatabase());
    const dataDir = given.dataDir ?? (await testDataDir());
    const secrets = given.secrets ?? testSecrets();
    const places = { DATABASE_URL: database.url, DATA_DIR: dataDir.path };
    const env = { ...places, ...environmentOf(secrets), ...given.env };
    const store = await createPostgresEventStore({ url: database.url });
    return new KilledBackend(database, dataDir, secrets, env, await freePort(), store);
  }

  /** Starts the backend without killing it. */
  async serve(settings: { readonly aheadMs?: number } = {}): Promise<BuiltBackend> {
    this.running = await ready(launch(this.port, this.env, [], settings));
    return this.running;
  }

  /** Returns a customer that repeats a request if it gets no response. */
  customer(): Customer {
    return new Customer([`http://localhost:${this.port}`], 0, []);
  }

  async admin(): Promise<Customer> {
    const admin = this.customer();
    const { status } = await admin.ask('POST', '/api/admin/login', { password: ADMIN_PASSWORD });
    if (status !== 200) throw new Error(`login: ${status}`);
    return admin;
  }

  /**
   * Prepares these tables so that writes to them can be stopped. The argument `subjects` of `killed` selects
   * the writes that are stopped.
   */
  async watch(...tables: readonly WatchedTable[]): Promise<void> {
    await this.writes.install(tables);
  }

  /**
   * Kills the backend by SIGKILL and starts it again. Then kills it at each write about the subjects, and
   * starts it again each time, until the work is finished.
   * @param subjects prefixes of the subjects whose writes are stopped
   * @param isDone true when the backend has finished its work
   * @returns the writes at which the backend was killed
   */
  async killed(
    subjects: readonly string[],
    isDone: () => Promise<boolean>,
    { inFiles = [], check, aheadMs = 0 }: KilledOptions = {},
  ): Promise<readonly string[]> {
    await this.end('SIGKILL');
    await this.writes.stop(subjects);
    const program = new KilledProgram(this.writes, inFiles, check);
    this.running = await program.untilDone(
      (options) => launch(this.port, this.env, options, { aheadMs }),
      async ({ url }) => (await fetch(`${url}/health/ready`)).ok && (await isDone()),
    );
    return program.kills;
  }

  erasure(stream: string): Promise<ErasureOnRecord> {
    const { database, dataDir, store } = this;
    return erasureOnRecord({ pool: database.pool, store, dataDir: dataDir.path }, stream);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    await this.running?.end(signal);
    this.running = undefined;
  }

  async remove(): Promise<void> {
    await this.end('SIGKILL');
    await this.store.close();
    await this.database.drop();
    await this.dataDir.remove();
  }
}

interface KilledOptions {
  readonly inFiles?: readonly DeathInFile[];
  readonly check?: () => Promise<void>;
  readonly aheadMs?: number;
}
