import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Infrastructure, openInfrastructure } from '#src/app/infrastructure';
import { readSecrets, type Secrets } from '#src/app/secrets';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#src/platform/embedded-postgres/embedded';
import { silentLogger } from '#src/platform/logging/logger';
import { agreement, putFiles, write, writeEach } from './agreements.js';
import type { BenchBackendOptions, tasks } from './backend.tasks.js';
import { Child, type Tasks } from './child.js';
import { measurePace, measuredWithPace } from './machine-pace.js';
import { untilSettled } from './running.js';

/** Settings that must be on. Otherwise commits could be lost, and a rate would mean nothing. */
const DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;

const CREATOR_SECRET = 'bench'.padEnd(43, '-');

export interface Backend {
  readonly child: Child<typeof tasks>;
  readonly port: number;
}

/**
 * A data folder with the bench's own PostgreSQL server. The folder is removed at the end. The sections of the
 * bench open clients of this server and start processes that use it. `tidy` ends these clients and processes.
 */
export class BenchEnvironment {
  private written: Promise<string[]> | undefined;
  private made: string | undefined;
  private readonly ends: (() => Promise<unknown>)[] = [];
  /** The version that the server reports. */
  postgresVersion = '';

  private constructor(
    readonly dataDir: string,
    private server: EmbeddedPostgres | undefined,
    /** Number of agreements in the fixture of the read sections. */
    private readonly agreements: number,
  ) {}

  /**
   * @param folder an empty folder; by default a temporary folder
   * @throws Error if the server is not durable
   */
  static async create(agreements: number, folder?: string): Promise<BenchEnvironment> {
    const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'siegel-bench-')));
    const server = await startEmbeddedPostgres({ dataDir, logger: silentLogger });
    const environment = new BenchEnvironment(dataDir, server, agreements);
    await environment.assertDurable();
    return environment;
  }

  /** Address of the database that contains the fixture. A backend on this data folder uses it by default. */
  get url(): string {
    if (this.server === undefined) throw new Error('the PostgreSQL of the bench was stopped');
    return this.server.url;
  }

  /** The cookie of the browser that created all agreements of the fixture. */
  get cookie(): string {
    return `device=${CREATOR_SECRET}`;
  }

  /**
   * Creates a database, and drops the database that the previous call created. @returns the new database's
   * address
   */
  async emptyDatabase(name: string): Promise<string> {
    const client = await this.client(this.url);
    // The server must not write out or vacuum the previous database while the new database is measured.
    if (this.made !== undefined) await client.query(`DROP DATABASE ${this.made} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${name}`);
    await client.query('CHECKPOINT');
    this.made = name;
    const url = new URL(this.url);
    url.pathname = `/${name}`;
    return url.href;
  }

  secrets(): Promise<Secrets> {
    return readSecrets({ dataDir: this.dataDir, production: false }, {});
  }

  /**
   * Opens the infrastructure of a backend without starting a backend. Runs the work, then closes the
   * infrastructure. The default database is the fixture's.
   */
  async infrastructure<Result>(
    work: (infrastructure: Infrastructure) => Promise<Result>,
    databaseUrl = this.url,
  ): Promise<Result> {
    const secrets = await this.secrets();
    const infrastructure = await openInfrastructure({ databaseUrl, secrets, logger: silentLogger });
    try {
      return await work(infrastructure);
    } finally {
      await infrastructure.close();
    }
  }

  // The clients, processes and backends below are closed at the end of their section, unless the section has
  // already closed them.

  async client(connectionString: string): Promise<Client> {
    const client = new Client({ connectionString });
    await client.connect();
    this.onTidy(() => client.end());
    return client;
  }

  child<Of extends Tasks>(name: string): Child<Of> {
    const child = Child.start<Of>(name);
    this.onTidy(() => child.stop());
    return child;
  }

  async backend(options: Omit<BenchBackendOptions, 'dataDir'>): Promise<Backend> {
    const child = this.child<typeof tasks>('backend');
    return { child, port: await child.ask('start', { ...options, dataDir: this.dataDir }) };
  }

  /**
   * Starts a backend on its own empty database. Resolves when the backend has finished the work of its start.
   */
  async emptyBackend(
    name: string,
    env: BenchBackendOptions['env'] = {},
  ): Promise<Backend & { databaseUrl: string }> {
    const databaseUrl = await this.emptyDatabase(name);
    const backend = await this.backend({ databaseUrl, env });
    await untilSettled(backend.port);
    return { ...backend, databaseUrl };
  }

  /** Runs the work, and measures the factor by which this machine is slower than an idle machine. */
  paced<Result>(work: () => Promise<Result>): ReturnType<typeof measuredWithPace<Result>> {
    return measuredWithPace(() => measurePace(this.dataDir), work);
  }

  onTidy(end: () => Promise<unknown>): void {
    this.ends.push(end);
  }

  /** Closes everything that the section has opened. */
  async tidy(): Promise<void> {
    await Promise.all(this.ends.splice(0).map((end) => end()));
  }

  /** Returns the ids of the fixture's agreements. The first call writes the agreements. */
  fixture(): Promise<string[]> {
    this.written ??= this.write();
    return this.written;
  }

  /** Stops the server and keeps the data, so that a backend can start on them. */
  async stopServer(): Promise<void> {
    await this.server?.stop();
    this.server = undefined;
  }

  async remove(): Promise<void> {
    await this.stopServer();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  private write(): Promise<string[]> {
    return this.infrastructure(async (infrastructure) => {
      const creator = infrastructure.keyedHash.of('capability', CREATOR_SECRET);
      const ids: string[] = [];
      const one = async (): Promise<void> => {
        const made = agreement({ creator });
        ids.push(made.id);
        await write(infrastructure, made.stream, made.events);
        await putFiles(infrastructure, made);
      };
      await writeEach((n) => n < this.agreements, one);
      return ids;
    });
  }

  private async assertDurable(): Promise<void> {
    const client = await this.client(this.url);
    for (const name of [...DURABLE, 'server_version']) {
      const { rows } = await client.query<Record<string, string>>(`SHOW ${name}`);
      this.postgresVersion = rows[0]?.[name] ?? '';
      if (name !== 'server_version' && this.postgresVersion !== 'on')
        throw new Error(`the bench needs ${name} = on, found ${this.postgresVersion}`);
    }
    await this.tidy();
  }
}
