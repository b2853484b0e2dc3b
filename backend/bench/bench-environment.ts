import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Infrastructure, openInfrastructure } from '#src/app/infrastructure';
import { readSecrets } from '#src/app/secrets';
import { silentLogger } from '#src/platform/logging/logger';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#src/platform/embedded-postgres/embedded';
import { writeNdas } from './true-ndas.js';

/** Settings without which a commit could be lost, and a rate would mean nothing. */
const DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;

const CREATOR_SECRET = 'bench'.padEnd(43, '-');

/** A data folder with a PostgreSQL of the bench's own, gone afterwards. */
export class BenchEnvironment {
  private written: Promise<string[]> | undefined;
  private made: string | undefined;

  private constructor(
    readonly dataDir: string,
    private server: EmbeddedPostgres | undefined,
    readonly postgresVersion: string,
    /** NDAs of the fixture of the read sections. */
    private readonly ndas: number,
  ) {}

  /** @throws Error when the server would not be durable */
  static async create(ndas: number): Promise<BenchEnvironment> {
    const dataDir = await mkdtemp(join(tmpdir(), 'siegel-bench-'));
    const server = await startEmbeddedPostgres({ dataDir, logger: silentLogger });
    return new BenchEnvironment(dataDir, server, await assertDurable(server.url), ndas);
  }

  /** Of the database that holds the fixture, where a backend on this data folder looks. */
  get url(): string {
    if (this.server === undefined) throw new Error('the PostgreSQL of the bench was stopped');
    return this.server.url;
  }

  /** What the browser that made all NDAs of the fixture sends. */
  get cookie(): string {
    return `device=${CREATOR_SECRET}`;
  }

  /** @returns its address. The one given before is dropped. */
  async emptyDatabase(name: string): Promise<string> {
    await onClient(this.url, async (client) => {
      // What was measured before is neither to be written nor tidied while this is measured.
      if (this.made !== undefined) await client.query(`DROP DATABASE ${this.made} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${name}`);
      await client.query('CHECKPOINT');
    });
    this.made = name;
    const url = new URL(this.url);
    url.pathname = `/${name}`;
    return url.href;
  }

  async infrastructure(databaseUrl = this.url): Promise<Infrastructure> {
    const secrets = await readSecrets({ dataDir: this.dataDir, production: false }, {});
    return openInfrastructure({ databaseUrl, secrets, logger: silentLogger });
  }

  /** Ids of the NDAs of the fixture, written at the first asking. */
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

  private async write(): Promise<string[]> {
    const infrastructure = await this.infrastructure();
    try {
      const creator = infrastructure.keyedHash.of('capability', CREATOR_SECRET);
      return await writeNdas(infrastructure, this.ndas, creator);
    } finally {
      await infrastructure.close();
    }
  }
}

async function onClient<Result>(url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Reads back what the server says of itself. @returns its version */
function assertDurable(url: string): Promise<string> {
  return onClient(url, async (client) => {
    for (const name of DURABLE) {
      const { rows } = await client.query<{ setting: string }>(
        'SELECT setting FROM pg_settings WHERE name = $1',
        [name],
      );
      if (rows[0]?.setting !== 'on')
        throw new Error(`the bench needs ${name} = on, found ${rows[0]?.setting}`);
    }
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return rows[0]?.server_version ?? '';
  });
}
