/**
 * Matches the `/Limits` entry in the root of a name tree. The root must not have this entry (ISO 32000-1,
 * table 36).
 */
const ROOT_LIMITS = /(\/(?:Dests|EmbeddedFiles) <<\n) *\/Limits \[[^\n]*\]\n/g;
/**
 * Matches a checksum that is written as text in hexadecimal digits. A checksum must consist of the bytes
 * themselves (ISO 32000-1, table 46).
 */
const CHECKSUM = /\/CheckSum \(([0-9a-f]{32})\)/;
/**
 * Matches a date in UTC without an offset, in a dictionary or as an object of its own. The standard allows
 * such a date (ISO 32000-1, 7.9.4), but strict programs refuse the whole document because of it.
 */
const BARE_DATE = /((?:\/(?:Creation|Mod)Date | 0 obj\n)\(D:\d{14})Z\)/g;
/** Matches the entry of the glyph for missing characters. The entry is at the start of the first range. */
const NO_LETTER = /(beginbfrange\n)<0000> (<[0-9a-f]{4}>) \[<0000> ?/;

/** Returns the dictionary of an object, corrected to the standard. */
export const conformingHead = (head: string): string =>
  head.replaceAll(ROOT_LIMITS, '$1').replace(CHECKSUM, '/CheckSum <$1>').replaceAll(BARE_DATE, "$1+00'00')");

/**
 * Returns a ToUnicode table without the entry that maps a glyph to U+0000, because PDF/A-3u forbids U+0000
 * (ISO 19005-3, 6.2.11.7.2). Any other stream is returned unchanged.
 */
export function conformingMeanings(stream: Buffer): Buffer {
  if (!stream.includes('begincmap')) return stream;
  const text = stream.toString('latin1');
  // If the range contains only that glyph, the whole range is removed, because an empty range is invalid.
  const without = text.replace(/1 beginbfrange\n<0000> <0000> \[<0000>\]\nendbfrange\n/, '');
  return Buffer.from(without.replace(NO_LETTER, '$1<0001> $2 ['), 'latin1');
}
