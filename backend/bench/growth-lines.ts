import type { Read } from '#src/platform/postgres/testing/count-buffers';
import { grownReads } from '#src/platform/postgres/testing/grown-reads';
import { figure, type Line } from './report.js';

/**
 * The reads of each kind of work, by name. If the ratio between two sizes of the log says nothing about the
 * work, `most` is an absolute limit for the reads.
 */
export type Figures = ReadonlyMap<string, Read & { readonly most?: Read | undefined }>;

export interface Measured {
  /** Size of the log in events. */
  readonly size: number;
  readonly figures: Figures;
}

/**
 * Returns the lines of each step from one size to the next. Only the last step has limits, because the data
 * of a young service fit into the first pages of the tables.
 */
export const growthLines = (measured: readonly Measured[]): Line[] =>
  measured.slice(1).flatMap((old, n) => {
    const young = measured[n];
    return young === undefined ? [] : linesOf(young, old, n === measured.length - 2);
  });

function linesOf(young: Measured, old: Measured, isLast: boolean): Line[] {
  const name = `buffers (rows) read at ${old.size} events; baseline: at ${young.size}`;
  const grown = new Set(grownReads(young.figures, old.figures).map((one) => one.name));
  const lines = [...old.figures].flatMap(([what, now]): Line[] => {
    const before = young.figures.get(what);
    if (before === undefined) return [];
    const ratio = `${by(now.buffers, before.buffers)} (${by(now.rows, before.rows)})`;
    const line = { name: `  ${what}`, siegel: formatRead(now), baseline: formatRead(before), ratio };
    const { most } = now;
    if (!isLast) return [{ ...line, limit: '–', kept: undefined }];
    if (most === undefined) return [{ ...line, limit: '≤ 1.50', kept: !grown.has(what) }];
    const kept = now.buffers <= most.buffers && now.rows <= most.rows;
    return [{ ...line, limit: `≤ ${formatRead(most)}`, kept }];
  });
  return [{ name, siegel: '', baseline: '', ratio: '', limit: '', kept: undefined }, ...lines];
}

export const formatRead = ({ buffers, rows }: Read): string =>
  `${figure(buffers, '').trim()} (${figure(rows, '').trim()})`;

const by = (now: number, before: number): string => (now / Math.max(before, 1)).toFixed(2);
