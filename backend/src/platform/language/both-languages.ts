import type { Language } from '@siegel/contracts/enums';

/**
 * Words in both languages. The German words define the names and types, which the English words must match.
 */
export const inBothLanguages = <Words>(words: {
  readonly de: Words;
  readonly en: NoInfer<Words>;
}): Readonly<Record<Language, Words>> => words;
