import type { Language } from '@siegel/contracts/enums';

/**
 * Returns `words` unchanged. The German words define the names and types. The compiler checks that the
 * English words match them.
 */
export const inBothLanguages = <Words>(words: {
  readonly de: Words;
  readonly en: NoInfer<Words>;
}): Readonly<Record<Language, Words>> => words;
