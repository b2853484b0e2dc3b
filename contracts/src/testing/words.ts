import type { Language } from '../enums.js';

/**
 * Words that texts for people must not use. Each entry has a forbidden word and the glossary's word that
 * replaces it.
 */
const OTHER_WORDS: Readonly<Record<Language, readonly (readonly [other: RegExp, ours: string])[]>> = {
  de: [
    // 'Seite' may mean a page of the site, but not a party.
    [
      /\b(beide[nr]?|andere[nr]?|eine[nr]?|erste[nr]?|zweite[nr]?|(offenleg|empfang)ende[nr]?)\s+Seiten?\b/i,
      'Partei',
    ],
    [/\bdiese\s+Seite\s+(hat|muss|kann|unterschreibt|zahlt|erhält)\b/i, 'Partei'],
    [/\b(ge|ent)?siegel(t[a-zäöü]*|ns?)\b/i, 'versiegelt'],
    [/\bLaufzeit\b/, 'Vertragsdauer'],
    [/\bPrüfziffer/, 'Prüfnummer (CVC)'],
    [/\bTextfassung\b/, 'Prüfsumme des Textes'],
    [/!(?=["\s]|$)/, 'no exclamation marks'],
  ],
  en: [
    [/(?<!\{\{)\bemails?\b/i, 'e-mail'],
    [/\b(the|a|our)\s+record\b/i, 'log'],
    [/\btext version\b/i, 'checksum of the text'],
    [/§/, 'section'],
    [/!(?=["\s]|$)/, 'no exclamation marks'],
  ],
};

/** Returns every text within a value, at any depth. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/**
 * Returns one line for each text that uses a forbidden word. The line contains the text and the glossary's
 * word, because one thing must have one name.
 */
export const otherWords = (language: Language, texts: unknown): string[] =>
  textsIn(texts).flatMap((text) =>
    OTHER_WORDS[language].flatMap(([other, ours]) =>
      other.test(text) ? [`${ours}, not '${other.exec(text)?.[0] ?? ''}': ${text}`] : [],
    ),
  );
