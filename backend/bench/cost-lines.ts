import type { Mails } from './cost.main.js';
import { atMost, figure, type Line, only } from './report.js';

/** Of a table with its indexes and what is stored out of line. */
export interface TableSize {
  readonly rows: number;
  readonly bytes: number;
}

/** What so many agreements cost together. */
export interface Cost {
  readonly agreements: number;
  /** Seconds of the backend, all threads. */
  readonly cpu: number;
  /** What is there more, by table, when the database was packed before and after. */
  readonly kept: ReadonlyMap<string, TableSize>;
  /** Bytes of the write-ahead log. */
  readonly written: number;
  readonly mails: Mails;
  /** How often a stored event was read from its bytes. */
  readonly decodings: number;
  readonly checkpointWrites: number;
  /** Rows there are of each, whatever the number of agreements. */
  readonly leases: number;
  readonly checkpoints: number;
}

/** What is kept for good of an agreement that was sent, in bytes of the database. */
const MOST_KEPT_KILOBYTES = 80;
const EVENTS = 'event_store.events';

/** For each agreement, tables by how much they gained. */
export function costLines(cost: Cost): Line[] {
  const { agreements, kept, mails } = cost;
  const tables = [...kept].filter(([, { rows, bytes }]) => rows > 0 || bytes > 0);
  const bytes = tables.reduce((sum, [, table]) => sum + table.bytes, 0);
  const events = kept.get(EVENTS)?.rows ?? Number.NaN;
  return [
    only(`each of ${agreements} agreements: mails`, mails.count / agreements, ''),
    only('  bytes of its mails', mails.bytes / agreements / 1000, 'kB'),
    only('  CPU of the backend', (cost.cpu * 1000) / agreements, 'ms'),
    only('  written to the write-ahead log', cost.written / agreements / 1000, 'kB'),
    only('  decodings, each event', cost.decodings / events, ''),
    only('  writes of checkpoints, each event', cost.checkpointWrites / events, ''),
    only('  leases of the service', cost.leases, ''),
    only('  checkpoints of the service', cost.checkpoints, ''),
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
