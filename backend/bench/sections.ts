import type { Line } from './report.js';

/** Measures some of the promised figures. */
export type Section<Context> = (context: Context, sizes: readonly number[]) => Promise<readonly Line[]>;

/** A section that failed, and its error. */
export interface FailedSection {
  readonly name: string;
  readonly error: unknown;
}

export interface Outcome {
  readonly lines: readonly Line[];
  readonly broken: readonly FailedSection[];
}

/** Names of sections, each with the sizes that follow it in the arguments. */
export type SelectedSections = ReadonlyMap<string, readonly number[]>;

/**
 * Parses the arguments of the bench.
 * @param alone sections that run only if they are named
 * @throws Error if a word is neither a section's name nor a size that follows such a name
 */
export function selectSections(
  words: readonly string[],
  known: readonly string[],
  alone: readonly string[] = [],
): SelectedSections {
  const asked = new Map<string, number[]>();
  let sizes: number[] | undefined;
  for (const word of words) {
    if (known.includes(word)) asked.set(word, (sizes = []));
    else if (sizes !== undefined && /^\d+$/.test(word)) sizes.push(Number(word));
    else throw new Error(`Unknown section ${word}. Sections: ${known.join(', ')}.`);
  }
  const names = known.filter((name) => (asked.size === 0 ? !alone.includes(name) : asked.has(name)));
  return new Map(names.map((name) => [name, asked.get(name) ?? []]));
}

interface Tidied {
  /** Closes everything that a section has opened. */
  tidy(): Promise<void>;
}

/** Runs the sections one after another. If one fails, its error is kept and the next sections still run. */
export async function runSections<Context extends Tidied>(
  sections: Readonly<Record<string, Section<Context>>>,
  selected: SelectedSections,
  context: Context,
  log: (text: string) => void,
): Promise<Outcome> {
  const lines: Line[] = [];
  const broken: FailedSection[] = [];
  for (const [name, sizes] of selected) {
    const began = performance.now();
    log(`${name} …`);
    try {
      lines.push(...((await sections[name]?.(context, sizes).finally(() => context.tidy())) ?? []));
      log(`${name}: ${Math.round((performance.now() - began) / 1000)} s`);
    } catch (error) {
      broken.push({ name, error });
      log(`${name} failed`);
    }
  }
  return { lines, broken };
}

/** Returns the failed sections with their errors as text; empty if none failed. */
export const failuresText = (broken: readonly FailedSection[]): string =>
  broken
    .map(({ name, error }) => {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return `\nFAILED: ${name}\n${reason}\n`;
    })
    .join('');

/** True if everything was measured and no limit was missed. Then the exit code is 0. */
export const isKept = ({ lines, broken }: Outcome): boolean =>
  broken.length === 0 && lines.every(({ kept }) => kept !== false);
