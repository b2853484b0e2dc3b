import type { Read } from '#src/platform/postgres/testing/count-buffers';
import { figure, type Line } from './report.js';

/** What was read for each thing by its name; with a limit of its own where that goes by the digits of the log's length. */
export type Figures = ReadonlyMap<string, Read & { readonly most?: Read | undefined }>;

export interface Measured {
  /** Of the log, in events. */
  readonly size: number;
  readonly figures: Figures;
}

/** Most of what may be read more, from one size to the next one. */
const MOST = 1.5;
/** So few that a page more of an index counts, or a row that another one left behind. */
const FEW = 16;

/** Only the last step has a limit: a young service fits into its first pages. */
export const growthLines = (measured: readonly Measured[]): Line[] =>
  measured.slice(1).flatMap((old, n) => {
    const young = measured[n];
    return young === undefined ? [] : linesOf(young, old, n === measured.length - 2);
  });

function linesOf(young: Measured, old: Measured, isLast: boolean): Line[] {
  const name = `buffers (rows) read at ${old.size} events, beside ${young.size}:`;
  const lines = [...old.figures].flatMap(([what, now]): Line[] => {
    const before = young.figures.get(what);
    if (before === undefined) return [];
    const ratio = `${by(now.buffers, before.buffers)} (${by(now.rows, before.rows)})`;
    const line = { name: `  ${what}`, siegel: told(now), baseline: told(before), ratio };
    if (!isLast) return [{ ...line, limit: '–', kept: undefined }];
    const most = now.most ?? { buffers: grown(before.buffers), rows: grown(before.rows) };
    const limit = now.most === undefined ? `≤ ${MOST.toFixed(2)}` : `≤ ${told(most)}`;
    return [{ ...line, limit, kept: now.buffers <= most.buffers && now.rows <= most.rows }];
  });
  return [{ name, siegel: '', baseline: '', ratio: '', limit: '', kept: undefined }, ...lines];
}

export const told = ({ buffers, rows }: Read): string =>
  `${figure(buffers, '').trim()} (${figure(rows, '').trim()})`;

const by = (now: number, before: number): string => (now / Math.max(before, 1)).toFixed(2);

const grown = (before: number): number => MOST * before + FEW;
