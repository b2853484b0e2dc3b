/**
 * Generation of the programs that can work on one database side by side. Raised with each migration that ends
 * older programs (rule:older-programs-end-first).
 */
export const GENERATION = 2;

/** Name of a session of this program in pg_stat_activity. */
export const sessionName = (what: string): string => `siegel/${GENERATION} ${what}`;

/**
 * The generation of a session's program; the first generation did not name it. Undefined for other programs.
 */
export function generationOf(name: string): number | undefined {
  const generation = /^siegel\/(\d{1,9}) /.exec(name)?.[1];
  if (generation !== undefined) return Number(generation);
  return /^siegel([ -]|$)/.test(name) ? 1 : undefined;
}
