import { cpus, totalmem } from 'node:os';

/** One line of the printed table. */
export interface Line {
  readonly name: string;
  readonly siegel: string;
  readonly baseline: string;
  readonly ratio: string;
  readonly limit: string;
  /** Undefined if the line has no limit and is only for comparison. */
  readonly kept: boolean | undefined;
}

const NONE = '–';
const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
export const figure = (value: number, unit: string): string => `${grouped.format(value)} ${unit}`;

interface Beside {
  readonly siegel: number;
  readonly baseline: number;
  readonly unit: string;
}

const beside = (name: string, { siegel, baseline, unit }: Beside, ratio: number): Line => ({
  ...only(name, siegel, unit),
  baseline: figure(baseline, unit),
  ratio: ratio.toFixed(2),
});

/**
 * Returns a line with two rates and their ratio. If there is a limit, the ratio must reach it.
 * @param ratio the measured ratio: Siegel's rate divided by the baseline's rate
 */
export const ratioLine = ({
  name,
  ratio,
  limit,
  ...of
}: Beside & { readonly name: string; readonly ratio: number; readonly limit?: number }): Line => ({
  ...beside(name, of, ratio),
  ...(limit === undefined ? {} : { limit: `≥ ${limit.toFixed(2)}`, kept: ratio >= limit }),
});

/**
 * Returns a line that compares two durations or two quantities. Siegel's value must be at most `most` times
 * the baseline's value.
 */
export const notSlower = (name: string, of: Beside & { readonly most: number }): Line => ({
  ...beside(name, of, of.siegel / of.baseline),
  limit: `≤ ${of.most.toFixed(2)}`,
  kept: of.siegel <= of.most * of.baseline,
});

/** Returns a line with a rate that must be at least `least`. */
export const atLeast = (name: string, value: number, least: number, unit: string): Line => ({
  ...only(name, value, unit),
  limit: `≥ ${figure(least, unit)}`,
  kept: value >= least,
});

/** Returns a line with a time or an amount that must be at most `most`. */
export const atMost = (name: string, value: number, most: number, unit: string): Line => ({
  ...only(name, value, unit),
  limit: `≤ ${figure(most, unit)}`,
  kept: value <= most,
});

/** Returns a line with a figure that has no limit. */
export const only = (name: string, value: number, unit: string): Line => ({
  name,
  siegel: figure(value, unit),
  baseline: NONE,
  ratio: NONE,
  limit: NONE,
  kept: undefined,
});

const said = (kept: boolean | undefined): string => (kept === undefined ? '' : kept ? 'ok' : 'MISSED');

/** Returns the table with aligned columns; figures are aligned to the right. */
export function tableOf(lines: readonly Line[]): string {
  const head = ['', 'Siegel', 'baseline', 'ratio', 'limit', ''];
  const cells = [
    head,
    ...lines.map((line) => [line.name, line.siegel, line.baseline, line.ratio, line.limit, said(line.kept)]),
  ];
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const padded = (text: string, column: number): string =>
    column === 0 || column === head.length - 1
      ? text.padEnd(widths[column] ?? 0)
      : text.padStart(widths[column] ?? 0);
  return cells.map((row) => row.map(padded).join('  ').trimEnd()).join('\n');
}

/** Describes the machine and the software versions of a run. */
export function machineOf(postgres: string): string {
  const [first] = cpus();
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  return [
    `${first?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${gibibytes} GiB memory, ${process.platform} ${process.arch}`,
    `Node ${process.versions.node}, PostgreSQL ${postgres} (embedded, fsync, synchronous_commit and full_page_writes on)`,
  ].join('\n');
}
