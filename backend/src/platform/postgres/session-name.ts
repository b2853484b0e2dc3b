/**
 * Programs of the same generation can work on one database side by side. The number is raised with each
 * migration that ends older programs (rule:older-programs-end-first).
 */
export const GENERATION = 2;

/** Returns the name that a session of this program has in pg_stat_activity. */
export const sessionName = (what: string): string => `siegel/${GENERATION} ${what}`;

/**
 * Returns the generation of a session's program. Programs of the first generation did not name it. Returns
 * undefined for other programs.
 */
export function generationOf(name: string): number | undefined {
  const generation = /^siegel\/(\d{1,9}) /.exec(name)?.[1];
  if (generation !== undefined) return Number(generation);
  return /^siegel([ -]|$)/.test(name) ? 1 : undefined;
}
