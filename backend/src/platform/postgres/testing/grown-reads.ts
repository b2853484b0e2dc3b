import type { Read } from './count-buffers.js';

/**
 * Number of pages or rows that do not count as growth. With ten times as many entries, an index tree can be
 * one level higher. Each statement then reads one more page.
 */
const SLACK = 16;

const isGrown = (now: number, before: number): boolean => now > 1.5 * before + SLACK;

/**
 * Returns the statements that read more than one and a half times as much as before (plus `SLACK`), each with
 * its name and its reads.
 */
export const grownReads = (
  young: ReadonlyMap<string, Read>,
  old: ReadonlyMap<string, Read>,
): { readonly name: string; readonly before: Read; readonly now: Read }[] =>
  [...old].flatMap(([name, now]) => {
    const before = young.get(name) ?? { buffers: 0, rows: 0 };
    const grown = isGrown(now.buffers, before.buffers) || isGrown(now.rows, before.rows);
    return grown ? [{ name, before, now }] : [];
  });
