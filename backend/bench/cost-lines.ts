import { atMost, figure, type Line, only } from './report.js';
import type { Mails } from './cost.main.js';

/** Of a table with its indexes and what is stored out of line. */
export interface TableSize {
  readonly rows: number;
  readonly bytes: number;
}

/** Seconds of CPU. */
export interface Used {
  /** Of the backend, all threads. */
  readonly backend: number;
  /** Of the database server, all its processes; undefined where the system does not tell. */
  readonly database: number | undefined;
}

/** What so many agreements cost together. */
export interface Cost {
  readonly agreements: number;
  /** By step, in their order. */
  readonly used: readonly (Used & { readonly step: string })[];
  /** What is there more, by table, when the database was packed before and after. */
  readonly kept: ReadonlyMap<string, TableSize>;
  /** Bytes of the write-ahead log. */
  readonly written: number;
  readonly mails: Mails;
  /** Characters of a signature as it was sent. */
  readonly signature: number;
}

/** What is kept for good of an agreement that was sent, in bytes of the database. */
const MOST_KEPT_KILOBYTES = 80;

/** For each agreement, tables by how much they gained. */
export function costLines(cost: Cost): Line[] {
  const { agreements, used, kept, written, mails, signature } = cost;
  const tables = [...kept].filter(([, { rows, bytes }]) => rows > 0 || bytes > 0);
  const bytes = tables.reduce((sum, [, table]) => sum + table.bytes, 0);
  const milliseconds = (seconds: number): number => (seconds * 1000) / agreements;
  const cpu = (of: string, name: string, seconds: number | undefined): Line[] =>
    seconds === undefined ? [] : [only(`  CPU of the ${of}: ${name}`, milliseconds(seconds), 'ms')];
  const total = (of: (one: Used) => number | undefined): number | undefined =>
    used.reduce<number | undefined>((sum, one) => {
      const more = of(one);
      return sum === undefined || more === undefined ? undefined : sum + more;
    }, 0);
  const head = `each of ${agreements} agreements, signed with ${figure(signature, 'characters')} of PNG`;
  return [
    only(`${head}: mails`, mails.count / agreements, ''),
    only('  bytes of its mails', mails.bytes / agreements / 1000, 'kB'),
    ...used.flatMap(({ step, backend, database }) => [
      ...cpu('backend', step, backend),
      ...cpu('database', step, database),
    ]),
    ...cpu(
      'backend',
      'all',
      total(({ backend }) => backend),
    ),
    ...cpu(
      'database',
      'all',
      total(({ database }) => database),
    ),
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
