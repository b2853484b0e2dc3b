import type { Line } from './report.js';

/** Measures some of the promised figures. */
export type Section<Given> = (given: Given, sizes: readonly number[]) => Promise<readonly Line[]>;

/** A section that failed, and its error. */
export interface Broken {
  readonly name: string;
  readonly error: unknown;
}

export interface Outcome {
  readonly lines: readonly Line[];
  readonly broken: readonly Broken[];
}

/** Names of sections, each with the sizes given after it. */
export type Wish = ReadonlyMap<string, readonly number[]>;

/**
 * Parses the arguments of the bench.
 * @param alone sections that run only if they are named
 * @throws Error if a word is neither a section's name nor a size after one
 */
export function wishOf(
  words: readonly string[],
  known: readonly string[],
  alone: readonly string[] = [],
): Wish {
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
  /** Ends what a section has opened. */
  tidy(): Promise<void>;
}

/** Runs one section after the other. If one fails, its error is kept and the next sections still run. */
export async function runSections<Given extends Tidied>(
  sections: Readonly<Record<string, Section<Given>>>,
  wish: Wish,
  given: Given,
  tell: (text: string) => void,
): Promise<Outcome> {
  const lines: Line[] = [];
  const broken: Broken[] = [];
  for (const [name, sizes] of wish) {
    const began = performance.now();
    tell(`${name} …`);
    try {
      lines.push(...((await sections[name]?.(given, sizes).finally(() => given.tidy())) ?? []));
      tell(`${name}: ${Math.round((performance.now() - began) / 1000)} s`);
    } catch (error) {
      broken.push({ name, error });
      tell(`${name} failed`);
    }
  }
  return { lines, broken };
}

/** Returns the failed sections with their errors as text; empty if none failed. */
export const brokenText = (broken: readonly Broken[]): string =>
  broken
    .map(({ name, error }) => {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return `\nFAILED: ${name}\n${reason}\n`;
    })
    .join('');

/** True if everything was measured and no limit was missed: then the exit code is 0. */
export const isKept = ({ lines, broken }: Outcome): boolean =>
  broken.length === 0 && lines.every(({ kept }) => kept !== false);
