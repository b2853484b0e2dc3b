import type { Read } from '#src/platform/postgres/testing/count-buffers';
import { figure, type Line } from './report.js';

/**
 * What was read for each thing by its name; without a limit where it is what is due that is read, and with one of its
 * own where that goes by the digits of the log's length.
 */
export type Figures = ReadonlyMap<string, Read & { readonly limited: boolean | Read }>;

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
  const head = `buffers (rows) read at ${old.size} events, beside ${young.size}:`;
  const lines = [...old.figures].flatMap(([name, now]): Line[] => {
    const before = young.figures.get(name);
    if (before === undefined) return [];
    const limited = isLast && now.limited;
    return [
      {
        name: `  ${name}`,
        siegel: told(now),
        baseline: told(before),
        ratio: `${ratio(now.buffers, before.buffers)} (${ratio(now.rows, before.rows)})`,
        limit: limitText(limited),
        kept: isWithin(now, before, limited),
      },
    ];
  });
  return [{ name: head, siegel: '', baseline: '', ratio: '', limit: '', kept: undefined }, ...lines];
}

export const told = ({ buffers, rows }: Read): string =>
  `${figure(buffers, '').trim()} (${figure(rows, '').trim()})`;

const ratio = (now: number, before: number): string => (now / Math.max(before, 1)).toFixed(2);

const limitText = (limited: boolean | Read): string => {
  if (typeof limited === 'object') return `≤ ${told(limited)}`;
  return limited ? `≤ ${MOST.toFixed(2)}` : '–';
};

function isWithin(now: Read, before: Read, limited: boolean | Read): boolean | undefined {
  if (typeof limited === 'object') return now.buffers <= limited.buffers && now.rows <= limited.rows;
  return limited ? isKept(now.buffers, before.buffers) && isKept(now.rows, before.rows) : undefined;
}

const isKept = (now: number, before: number): boolean => now <= MOST * before + FEW;
