import type { Client } from 'pg';
import type { BenchEnvironment } from './bench-environment.js';
import { Customer, mailsOf } from './customer.js';
import { sideBySide } from './load.js';
import { mailServer } from './mail-server.js';
import { atMost, figure, type Line, only } from './report.js';
import { settled, usedBy } from './running.js';

const COST_AGREEMENTS = 200;
/** What is done for the first time costs more. */
const BEFORE = 30;
const AT_ONCE = 4;
/** What is kept for good of an agreement that was sent, in bytes of the database. */
const MOST_KEPT_KILOBYTES = 80;

/** Of a table with its indexes and what is stored out of line. */
interface TableSize {
  readonly rows: number;
  readonly bytes: number;
}

/** What so many agreements cost together. */
export interface Cost {
  readonly agreements: number;
  readonly mails: number;
  readonly mailBytes: number;
  /** Seconds of the backend, all threads. */
  readonly cpu: number;
  /** Bytes of the write-ahead log. */
  readonly written: number;
  /** What is there more, by table, when the database was packed before and after. */
  readonly kept: ReadonlyMap<string, TableSize>;
}

/** What one agreement costs, in person and paid by card: CPU, mails, what is written and kept. */
export async function benchCost(
  environment: BenchEnvironment,
  agreements = COST_AGREEMENTS,
): Promise<Line[]> {
  const mails: number[] = [];
  const server = await mailServer(environment, ({ data }) => void mails.push(Buffer.byteLength(data)));
  const { port, databaseUrl } = await environment.emptyBackend('cost', server);
  const client = await environment.client(databaseUrl);
  const take = async (from: number, to: number): Promise<void> => {
    const journey = (n: number): Promise<void> => new Customer(port).journey(mailsOf(from + n));
    await sideBySide(AT_ONCE, (n) => from + n < to, journey);
    // All that follows is done, too.
    await settled(port);
  };
  await take(0, BEFORE);
  const packed = await tablesOf(client);
  mails.splice(0);
  // The first write to a page after it is written to the log whole: each run begins there.
  await client.query('CHECKPOINT');
  const before = { ...(await usedBy(port)), written: await writtenBy(client) };
  await take(BEFORE, BEFORE + agreements);
  const after = { ...(await usedBy(port)), written: await writtenBy(client) };
  return costLines({
    agreements,
    mails: mails.length,
    mailBytes: mails.reduce((sum, bytes) => sum + bytes, 0),
    cpu: after.cpu - before.cpu,
    written: after.written - before.written,
    kept: gained(await tablesOf(client), packed),
  });
}

/** Bytes of the write-ahead log from its beginning on. */
async function writtenBy(client: Client): Promise<number> {
  const { rows } = await client.query<{ written: number }>(
    "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS written",
  );
  return rows[0]?.written ?? 0;
}

/** Each table with what belongs to it, without the room that rows left which have gone. */
async function tablesOf(client: Client): Promise<Map<string, TableSize>> {
  await client.query('VACUUM (FULL, ANALYZE)');
  const { rows: tables } = await client.query<TableSize & { name: string }>(
    `SELECT schemaname || '.' || relname AS name, pg_total_relation_size(relid)::float8 AS bytes,
       n_live_tup::int AS rows
     FROM pg_stat_user_tables`,
  );
  return new Map(tables.map(({ name, ...size }) => [name.replace(/^public\./, ''), size]));
}

const gained = (after: Map<string, TableSize>, before: Map<string, TableSize>): Map<string, TableSize> =>
  new Map(
    [...after].map(([name, { rows, bytes }]) => {
      const was = before.get(name) ?? { rows: 0, bytes: 0 };
      return [name, { rows: rows - was.rows, bytes: bytes - was.bytes }];
    }),
  );

/** For each agreement, tables by how much they gained. */
export function costLines({ agreements, mails, mailBytes, cpu, written, kept }: Cost): Line[] {
  const tables = [...kept].filter(([, { rows, bytes }]) => rows > 0 || bytes > 0);
  const bytes = tables.reduce((sum, [, table]) => sum + table.bytes, 0);
  return [
    only(`each of ${agreements} agreements: mails`, mails / agreements, ''),
    only('  bytes of its mails', mailBytes / agreements / 1000, 'kB'),
    only('  CPU of the backend', (cpu * 1000) / agreements, 'ms'),
    only('  written to the write-ahead log', written / agreements / 1000, 'kB'),
    atMost('  kept in the database', bytes / agreements / 1000, MOST_KEPT_KILOBYTES, 'kB'),
    ...tables
      .toSorted(([, one], [, other]) => other.bytes - one.bytes)
      .map(([name, table]) => tableLine(name, table, agreements)),
  ];
}

const tableLine = (name: string, { rows, bytes }: TableSize, agreements: number): Line => ({
  ...only(`    ${name}, with rows`, 0, ''),
  siegel: `${figure(bytes / agreements / 1000, 'kB')} (${figure(rows / agreements, '').trim()})`,
});
