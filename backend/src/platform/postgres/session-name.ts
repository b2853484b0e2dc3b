/**
 * The generation of this program. Programs of the same generation can work on one database side by side. Each
 * migration that ends older programs requires a higher number (rule:older-programs-end-first).
 */
export const GENERATION = 3;

/** Returns the name that a session of this program has in pg_stat_activity. */
export const sessionName = (what: string): string => `siegel/${GENERATION} ${what}`;

/**
 * Returns the generation of the program to which a session belongs; undefined if it is not a Siegel program.
 * Session names of the first generation do not contain the number.
 */
export function generationOf(name: string): number | undefined {
  const generation = /^siegel\/(\d{1,9}) /.exec(name)?.[1];
  if (generation !== undefined) return Number(generation);
  return /^siegel([ -]|$)/.test(name) ? 1 : undefined;
}
