import type { Language } from '@siegel/contracts/enums';

/**
 * Returns words in both languages. The German words define the names and types, and the English words must
 * match them.
 */
export const inBothLanguages = <Words>(words: {
  readonly de: Words;
  readonly en: NoInfer<Words>;
}): Readonly<Record<Language, Words>> => words;
