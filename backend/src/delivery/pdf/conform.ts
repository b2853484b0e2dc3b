/** The root of a tree of names has no limits (ISO 32000-1, table 36). */
const ROOT_LIMITS = /(\/(?:Dests|EmbeddedFiles) <<\n) *\/Limits \[[^\n]*\]\n/g;
/** The bytes of a checksum, not their digits (ISO 32000-1, table 46). */
const CHECKSUM = /\/CheckSum \(([0-9a-f]{32})\)/;
/** The glyph for what a font lacks, at the head of the first range. */
const NO_LETTER = /(beginbfrange\n)<0000> (<[0-9a-f]{4}>) \[<0000> ?/;

/** What the renderer writes in an object's dictionary, as the standard has it. */
export const conformingHead = (head: string): string =>
  head.replaceAll(ROOT_LIMITS, '$1').replace(CHECKSUM, '/CheckSum <$1>');

/**
 * A table of what glyphs mean, without the one that stands for no letter: PDF/A-3u takes no U+0000 (ISO 19005-3,
 * 6.2.11.7.2). Another stream stays as it is.
 */
export function conformingMeanings(stream: Buffer): Buffer {
  if (!stream.includes('begincmap')) return stream;
  const text = stream.toString('latin1');
  // Nothing but that glyph: a range of no length is none.
  const without = text.replace(/1 beginbfrange\n<0000> <0000> \[<0000>\]\nendbfrange\n/, '');
  return Buffer.from(without.replace(NO_LETTER, '$1<0001> $2 ['), 'latin1');
}
