/** A name is suggested only if it differs from the typed name in at most this many letters. */
const WRONG_MAX = 3;

/**
 * Returns how many letters must be inserted, removed or replaced to turn one name into the other
 * (Levenshtein).
 */
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (const [i, letter] of one.split('').entries()) {
    const row = [i + 1];
    for (const [j, beside] of other.split('').entries()) {
      const replaced = (above[j] ?? 0) + (letter === beside ? 0 : 1);
      row.push(Math.min(replaced, (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1));
    }
    above = row;
  }
  return above.at(-1) ?? 0;
}

/** Returns the words of a name in sorted order. The result is the same for `erase-nda` and `nda:erase`. */
const wordsOf = (name: string): string =>
  name
    .split(/[^a-z0-9]+/i)
    .toSorted()
    .join(' ');

/** Returns the name that was probably meant; undefined if no name is similar. */
export function nearestName(wrong: string, names: readonly string[]): string | undefined {
  const given = wrong.toLowerCase();
  const [nearest] = names
    .map((name) => ({
      name,
      far: Math.min(distance(given, name), distance(wordsOf(given), wordsOf(name))),
    }))
    .toSorted((one, other) => one.far - other.far);
  return nearest !== undefined && nearest.far <= Math.min(WRONG_MAX, wrong.length - 1)
    ? nearest.name
    : undefined;
}
