import type { Language } from '@siegel/contracts/enums';
import { ownMember } from '@siegel/contracts/own-members';

/**
 * Maximum length, in characters, of the part of the file name that comes from the title. With this limit the
 * whole file name fits into one header line of 78 characters (RFC 5322 section 2.1.1).
 */
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
    .replace(/[äöüÄÖÜßẞŁłøØæÆ]/g, (letter) => ownMember(GERMAN, letter) ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-/, '');

/** Keeps as many whole words as fit. A single word that is too long is cut. */
function shortened(words: string): string {
  const part = words.slice(0, LONGEST + 1);
  if (part.length <= LONGEST) return part.replace(/-$/, '');
  const end = part.lastIndexOf('-');
  return part.slice(0, end > 0 ? end : LONGEST);
}

/**
 * Returns a file name that is readable on every system and safe in any mail header. The part before `.pdf`
 * contains only letters, digits and hyphens.
 */
export function documentFileName(title: string, language: Language): string {
  const kind = language === 'de' ? 'Geheimhaltungsvereinbarung' : 'Non-Disclosure-Agreement';
  const part = shortened(slug(title));
  return `${part === '' ? kind : `${kind}-${part}`}.pdf`;
}
