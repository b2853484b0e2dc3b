import type { Read } from './count-buffers.js';

/** A tree with ten times as many entries may be a page higher, for each statement. */
const SLACK = 16;

const isGrown = (now: number, before: number): boolean => now > 1.5 * before + SLACK;

/** Statements that read over one and a half times as much as before, by name. */
export const grownReads = (
  young: ReadonlyMap<string, Read>,
  old: ReadonlyMap<string, Read>,
): { readonly name: string; readonly before: Read; readonly now: Read }[] =>
  [...old].flatMap(([name, now]) => {
    const before = young.get(name) ?? { buffers: 0, rows: 0 };
    const grown = isGrown(now.buffers, before.buffers) || isGrown(now.rows, before.rows);
    return grown ? [{ name, before, now }] : [];
  });
