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
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');

/** Readable on every system and safe in any header: letters, digits and hyphens alone. */
export function documentFileName(title: string, language: Language): string {
  const kind = language === 'de' ? 'Geheimhaltungsvereinbarung' : 'Non-Disclosure-Agreement';
  const part = slug(title);
  return `${part === '' ? kind : `${kind}-${part}`}.pdf`;
}
