import { types as builtins } from 'pg';

type TypeId = Parameters<typeof builtins.getTypeParser>[0];

const { TIMESTAMPTZ, TIMESTAMP } = builtins.builtins;
const INSTANTS: ReadonlySet<number> = new Set([TIMESTAMPTZ, TIMESTAMP]);

/** Returns the instant that a column has as text; undefined for `infinity`, and for a year that no `Date` has. */
export function instantIn(text: string, oid: TypeId = TIMESTAMPTZ): Date | undefined {
  const value: unknown = builtins.getTypeParser(oid)(text);
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value : undefined;
}

/**
 * Type parsers for all queries of a pool. The driver itself returns `infinity` as a number, and a year that no
 * `Date` has as an invalid one. Here both become the instant 0, which the service never wrote. So a row with it
 * does not fit its signature or MAC, and no reader fails.
 */
export const instantTypes = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary'): ((text: string) => unknown) =>
    INSTANTS.has(oid) && format !== 'binary'
      ? (text) => instantIn(text, oid) ?? new Date(0)
      : builtins.getTypeParser(oid, format === 'binary' ? 'text' : format),
};
