import type { Language } from '@siegel/contracts/enums';

/** Words in both languages: the German ones say which there are, and of what type each of them is. */
export const inBothLanguages = <Words>(words: {
  readonly de: Words;
  readonly en: NoInfer<Words>;
}): Readonly<Record<Language, Words>> => words;
