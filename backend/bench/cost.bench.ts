import { Client } from 'pg';
import type { BenchEnvironment } from './bench-environment.js';
import { Child } from './child.js';
import { type Cost, costLines, type TableSize, type Used } from './cost-lines.js';
import type { Mails, StepWish } from './cost.main.js';
import type { BackendCost } from './journeys.bench.js';
import type { Line } from './report.js';
import { serverSeconds } from './server-time.js';

export const COST_AGREEMENTS = 200;
/** What is done for the first time costs more. */
const BEFORE = 30;
const STEPS = ['created', 'signed', 'paid'] as const;
export type Step = (typeof STEPS)[number];
const NAMES: Readonly<Record<Step, string>> = {
  created: 'first form',
  signed: 'two signatures',
  paid: 'payment by card, document, seal, mails',
};

/** What one agreement costs, in person and paid by card: CPU of each step, mails, what is written and what is kept. */
export async function benchCost(environment: BenchEnvironment, agreements: number): Promise<Line[]> {
  const databaseUrl = await environment.emptyDatabase('cost');
  const client = new Client({ connectionString: databaseUrl });
  const [backend, people] = [Child.start('backend.main'), Child.start('cost.main')];
  try {
    const { dataDir } = environment;
    const { smtpPort } = await people.ask<{ smtpPort: number }>('listen');
    const smtpUrl = `smtp://127.0.0.1:${smtpPort}`;
    const { port } = await backend.ask<{ port: number }>('start', { databaseUrl, dataDir, smtpUrl });
    await client.connect();
    const service = new Measured({ backend, people, client, dataDir, port });
    for (const step of STEPS) await service.take(step, BEFORE);
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
  readonly dataDir: string;
  readonly port: number;
}

class Measured {
  constructor(private readonly parts: Parts) {}

  /** Resolves when all that follows from the step is done, too. */
  async take(step: Step, agreements: number): Promise<void> {
    const { people, backend, port } = this.parts;
    const wish: StepWish = { port, step, agreements };
    await people.ask('take', wish);
    await backend.ask('settled');
  }

  async cost(agreements: number): Promise<Cost> {
    const { people } = this.parts;
    const before = await this.packed();
    const log = await this.place();
    // Those of before.
    await people.ask<Mails>('mails');
    const used: (Used & { step: string })[] = [];
    for (const step of STEPS) {
      const start = await this.used();
      await this.take(step, agreements);
      used.push({ step: NAMES[step], ...less(await this.used(), start) });
    }
    const mails = await people.ask<Mails>('mails');
    const written = (await this.place()) - log;
    const kept = gained(await this.packed(), before);
    const signature = await people.ask<number>('signatureBytes');
    return { agreements, used, kept, written, mails, signature };
  }

  private async used(): Promise<Used> {
    const { cpu } = await this.parts.backend.ask<BackendCost>('cost');
    return { backend: cpu, database: await serverSeconds(this.parts.dataDir) };
  }

  /** Bytes of the write-ahead log from its beginning on. */
  private async place(): Promise<number> {
    const { rows } = await this.parts.client.query<{ bytes: number }>(
      "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes",
    );
    return rows[0]?.bytes ?? 0;
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

const less = (used: Used, before: Used): Used => ({
  backend: used.backend - before.backend,
  database:
    used.database === undefined || before.database === undefined
      ? undefined
      : used.database - before.database,
});

const gained = (after: Map<string, TableSize>, before: Map<string, TableSize>): Map<string, TableSize> =>
  new Map(
    [...after].map(([name, { rows, bytes }]) => {
      const was = before.get(name) ?? { rows: 0, bytes: 0 };
      return [name, { rows: rows - was.rows, bytes: bytes - was.bytes }];
    }),
  );
