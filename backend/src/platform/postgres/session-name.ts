/**
 * Of the programs that can work on one database side by side. Raised with each migration that ends older ones
 * (rule:older-programs-end-first).
 */
export const GENERATION = 2;

/** What a session of this program shows in pg_stat_activity. */
export const sessionName = (what: string): string => `siegel/${GENERATION} ${what}`;

/** The generation of a session's program; the first one did not tell. Undefined where it is not ours. */
export function generationOf(name: string): number | undefined {
  const told = /^siegel\/(\d{1,9}) /.exec(name)?.[1];
  if (told !== undefined) return Number(told);
  return /^siegel([ -]|$)/.test(name) ? 1 : undefined;
}
