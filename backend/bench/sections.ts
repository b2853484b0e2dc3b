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

export interface Wish {
  /** Of sections. */
  readonly names: readonly string[];
  readonly sizes: readonly number[];
}

/**
 * @param alone sections that are measured only where they are named
 * @throws Error where a word is neither a size nor a section's name
 */
export function wishOf(
  words: readonly string[],
  known: readonly string[],
  alone: readonly string[] = [],
): Wish {
  const names = words.filter((word) => !/^\d+$/.test(word));
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`No section is named ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  return {
    names: known.filter((name) => (names.length === 0 ? !alone.includes(name) : names.includes(name))),
    sizes: words.filter((word) => !names.includes(word)).map(Number),
  };
}

/** One section after the other; one that breaks off is noted, and those behind it are measured all the same. */
export async function runSections<Given>(
  sections: Readonly<Record<string, Section<Given>>>,
  { names, sizes }: Wish,
  given: Given,
  tell: (text: string) => void,
): Promise<Outcome> {
  const lines: Line[] = [];
  const broken: Broken[] = [];
  for (const name of names) {
    const began = performance.now();
    tell(`${name} …`);
    try {
      lines.push(...((await sections[name]?.(given, sizes)) ?? []));
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
