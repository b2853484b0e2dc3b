import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Infrastructure, openInfrastructure } from '#src/app/infrastructure';
import { readSecrets, type Secrets } from '#src/app/secrets';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#src/platform/embedded-postgres/embedded';
import { silentLogger } from '#src/platform/logging/logger';
import { agreement, putSignatures, write, writeEach } from './agreements.js';
import type { BackendWish, tasks } from './backend.tasks.js';
import { Child, type Tasks } from './child.js';
import { measurePace, paced } from './machine-pace.js';
import { settled } from './running.js';

/** Settings without which a commit could be lost, and a rate would mean nothing. */
const DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;

const CREATOR_SECRET = 'bench'.padEnd(43, '-');

export interface Backend {
  readonly child: Child<typeof tasks>;
  readonly port: number;
}

/** A data folder with a PostgreSQL of the bench's own, gone afterwards, and what a section opens on it. */
export class BenchEnvironment {
  private written: Promise<string[]> | undefined;
  private made: string | undefined;
  private readonly ends: (() => Promise<unknown>)[] = [];
  /** What the server says of itself. */
  postgresVersion = '';

  private constructor(
    readonly dataDir: string,
    private server: EmbeddedPostgres | undefined,
    /** Agreements of the fixture of the read sections. */
    private readonly agreements: number,
  ) {}

  /** @param folder an empty one; one of its own by default @throws Error when the server would not be durable */
  static async create(agreements: number, folder?: string): Promise<BenchEnvironment> {
    const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'siegel-bench-')));
    const server = await startEmbeddedPostgres({ dataDir, logger: silentLogger });
    const environment = new BenchEnvironment(dataDir, server, agreements);
    await environment.assertDurable();
    return environment;
  }

  /** Of the database that holds the fixture, where a backend on this data folder looks. */
  get url(): string {
    if (this.server === undefined) throw new Error('the PostgreSQL of the bench was stopped');
    return this.server.url;
  }

  /** What the browser that made all agreements of the fixture sends. */
  get cookie(): string {
    return `device=${CREATOR_SECRET}`;
  }

  /** @returns its address. The one given before is dropped. */
  async emptyDatabase(name: string): Promise<string> {
    const client = await this.client(this.url);
    // What was measured before is neither to be written nor tidied while this is measured.
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

  /** What a backend stands on, without a backend; on the fixture where no other database is named. */
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

  // What follows is ended behind its section, unless the section does so itself.

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

  async backend(wish: Omit<BackendWish, 'dataDir'>): Promise<Backend> {
    const child = this.child<typeof tasks>('backend');
    return { child, port: await child.ask('start', { ...wish, dataDir: this.dataDir }) };
  }

  /** On a database of its own, which has done what follows from its start. */
  async emptyBackend(name: string, env: BackendWish['env'] = {}): Promise<Backend & { databaseUrl: string }> {
    const databaseUrl = await this.emptyDatabase(name);
    const backend = await this.backend({ databaseUrl, env });
    await settled(backend.port);
    return { ...backend, databaseUrl };
  }

  /** Resolves also with times by which this machine was slower than an idle one meanwhile. */
  paced<Result>(work: () => Promise<Result>): ReturnType<typeof paced<Result>> {
    return paced(() => measurePace(this.dataDir), work);
  }

  onTidy(end: () => Promise<unknown>): void {
    this.ends.push(end);
  }

  /** Ends what the section has opened. */
  async tidy(): Promise<void> {
    await Promise.all(this.ends.splice(0).map((end) => end()));
  }

  /** Ids of the agreements of the fixture, written at the first asking. */
  fixture(): Promise<string[]> {
    this.written ??= this.write();
    return this.written;
  }

  /** The data stays: a backend may then start on it. */
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
        await putSignatures(infrastructure, made);
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
