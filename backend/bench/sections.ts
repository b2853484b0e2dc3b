import type { Line } from './report.js';

/** Measures one part of what is promised. */
export type Section<Given> = (given: Given, sizes: readonly number[]) => Promise<readonly Line[]>;

/** A section that broke off, and why. */
export interface Broken {
  readonly name: string;
  readonly error: unknown;
}

export interface Outcome {
  readonly lines: readonly Line[];
  readonly broken: readonly Broken[];
}

/** Names of sections, each with the sizes behind it. */
export type Wish = ReadonlyMap<string, readonly number[]>;

/**
 * @param alone sections that are measured only where they are named
 * @throws Error where a word is neither a size behind a section's name nor such a name
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
    else throw new Error(`No section is named ${word}. There are: ${known.join(', ')}.`);
  }
  const names = known.filter((name) => (asked.size === 0 ? !alone.includes(name) : asked.has(name)));
  return new Map(names.map((name) => [name, asked.get(name) ?? []]));
}

interface Tidied {
  /** Ends what a section has opened. */
  tidy(): Promise<void>;
}

/** One section after the other; one that breaks off is noted, and those behind it are measured all the same. */
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
      tell(`${name} broke off`);
    }
  }
  return { lines, broken };
}

/** What broke off, each section with its error; empty where nothing did. */
export const brokenText = (broken: readonly Broken[]): string =>
  broken
    .map(({ name, error }) => {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return `\nBROKE OFF: ${name}\n${reason}\n`;
    })
    .join('');

/** Whether all was measured and no limit was missed: what the exit code says. */
export const isKept = ({ lines, broken }: Outcome): boolean =>
  broken.length === 0 && lines.every(({ kept }) => kept !== false);
