import type { Language } from '@siegel/contracts/enums';

/** Of the title: with it the name fits into one line of a mail's header, of 78 characters (RFC 5322 section 2.1.1). */
const LONGEST = 36;
const GERMAN: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  ẞ: 'SS',
  Ł: 'L',
  ł: 'l',
  ø: 'o',
  Ø: 'O',
  æ: 'ae',
  Æ: 'Ae',
};

const slug = (title: string): string =>
  title
    .normalize('NFC')
    .replace(/[äöüÄÖÜßẞŁłøØæÆ]/g, (letter) => GERMAN[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-/, '');

/** Whole words, as many as fit; of one that is longer its beginning. */
function shortened(words: string): string {
  const part = words.slice(0, LONGEST + 1);
  if (part.length <= LONGEST) return part.replace(/-$/, '');
  const end = part.lastIndexOf('-');
  return part.slice(0, end > 0 ? end : LONGEST);
}

/** Readable on every system and safe in any header: letters, digits and hyphens alone. */
export function documentFileName(title: string, language: Language): string {
  const kind = language === 'de' ? 'Geheimhaltungsvereinbarung' : 'Non-Disclosure-Agreement';
  const part = shortened(slug(title));
  return `${part === '' ? kind : `${kind}-${part}`}.pdf`;
}
