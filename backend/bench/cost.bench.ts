import { Client } from 'pg';
import type { BenchEnvironment } from './bench-environment.js';
import { Child } from './child.js';
import { type Cost, costLines, type TableSize } from './cost-lines.js';
import type { Mails, TakeWish } from './cost.main.js';
import type { BackendCost } from './journeys.bench.js';
import type { Line } from './report.js';

export const COST_AGREEMENTS = 200;
/** What is done for the first time costs more. */
const BEFORE = 30;

/** What one agreement costs, in person and paid by card: CPU, mails, what is written, decoded and kept. */
export async function benchCost(environment: BenchEnvironment, agreements: number): Promise<Line[]> {
  const databaseUrl = await environment.emptyDatabase('cost');
  const client = new Client({ connectionString: databaseUrl });
  const [backend, people] = [Child.start('backend.main'), Child.start('cost.main')];
  try {
    const { smtpPort } = await people.ask<{ smtpPort: number }>('listen');
    const smtpUrl = `smtp://127.0.0.1:${smtpPort}`;
    const { dataDir } = environment;
    const { port } = await backend.ask<{ port: number }>('start', { databaseUrl, dataDir, smtpUrl });
    await client.connect();
    const service = new Measured({ backend, people, client, port });
    await service.take(BEFORE);
    return costLines(await service.cost(agreements));
  } finally {
    await client.end();
    await Promise.all([backend.stop(), people.stop()]);
  }
}

interface Parts {
  readonly backend: Child;
  readonly people: Child;
  readonly client: Client;
  readonly port: number;
}

/** What has been used up to a moment. */
interface Used {
  /** Seconds of CPU of the backend, all threads. */
  readonly cpu: number;
  readonly decodings: number;
  /** Bytes of the write-ahead log from its beginning on. */
  readonly written: number;
  /** Writes of places up to which a subscriber has read. */
  readonly checkpointWrites: number;
}

class Measured {
  constructor(private readonly parts: Parts) {}

  /** Resolves when all that follows is done, too. */
  async take(agreements: number): Promise<void> {
    const { people, backend, port } = this.parts;
    await people.ask('take', { port, agreements } satisfies TakeWish);
    await backend.ask('settled');
  }

  async cost(agreements: number): Promise<Cost> {
    const { people, client } = this.parts;
    const packed = await this.packed();
    // Those of before.
    await people.ask<Mails>('mails');
    // The first write to a page after it is written to the log whole: each run begins there.
    await client.query('CHECKPOINT');
    const before = await this.used();
    await this.take(agreements);
    const after = await this.used();
    const mails = await people.ask<Mails>('mails');
    const { rows } = await client.query<{ leases: number; checkpoints: number }>(
      `SELECT (SELECT count(*) FROM leases)::int AS leases,
         (SELECT count(*) FROM checkpoints)::int AS checkpoints`,
    );
    return {
      agreements,
      mails,
      cpu: after.cpu - before.cpu,
      decodings: after.decodings - before.decodings,
      written: after.written - before.written,
      checkpointWrites: after.checkpointWrites - before.checkpointWrites,
      kept: gained(await this.packed(), packed),
      ...(rows[0] ?? { leases: 0, checkpoints: 0 }),
    };
  }

  private async used(): Promise<Used> {
    const { backend, client } = this.parts;
    const { cpu } = await backend.ask<BackendCost>('cost');
    const decodings = await backend.ask<number>('decodings');
    const { rows } = await client.query<{ written: number; checkpointWrites: number }>(
      `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS written,
         (SELECT n_tup_ins + n_tup_upd FROM pg_stat_user_tables WHERE relname = 'checkpoints')::float8
           AS "checkpointWrites"`,
    );
    return { cpu, decodings, ...(rows[0] ?? { written: 0, checkpointWrites: 0 }) };
  }

  /** Each table with what belongs to it, without the room that rows left which have gone. */
  private async packed(): Promise<Map<string, TableSize>> {
    const { client } = this.parts;
    await client.query('VACUUM (FULL, ANALYZE)');
    const { rows: tables } = await client.query<{ name: string; bytes: number }>(
      `SELECT format('%I.%I', schemaname, relname) AS name, pg_total_relation_size(relid)::float8 AS bytes
       FROM pg_stat_user_tables`,
    );
    const sizes = new Map<string, TableSize>();
    for (const { name, bytes } of tables) {
      const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${name}`);
      sizes.set(name.replace(/^public\./, ''), { rows: rows[0]?.count ?? 0, bytes });
    }
    return sizes;
  }
}

const gained = (after: Map<string, TableSize>, before: Map<string, TableSize>): Map<string, TableSize> =>
  new Map(
    [...after].map(([name, { rows, bytes }]) => {
      const was = before.get(name) ?? { rows: 0, bytes: 0 };
      return [name, { rows: rows - was.rows, bytes: bytes - was.bytes }];
    }),
  );
