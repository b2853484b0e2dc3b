import type { Font, GlyphPosition, GlyphRun } from 'fontkit';

/**
 * Maximum number of words of one font whose shapes are cached. One agreement in each language has some 1,200
 * words in the body's font.
 */
const MOST_WORDS = 4_000;
/**
 * Maximum number of letters of a cached text. A longer text is not a word, and caching long texts could fill
 * the memory.
 */
const LONGEST = 40;

/** A shaped run with its own copy of the positions, because the renderer scales them in place. */
interface Shape {
  readonly run: GlyphRun;
  readonly positions: readonly GlyphPosition[];
}

/**
 * Copies a position, which consists of plain numbers. Glyphs are not copied, because all runs of a font share
 * its glyphs.
 */
const copyOf = ({ xAdvance, yAdvance, xOffset, yOffset }: GlyphPosition): GlyphPosition => ({
  xAdvance,
  yAdvance,
  xOffset,
  yOffset,
});

function copyOfRun({ run, positions }: Shape): GlyphRun {
  const copy = Object.create(run) as GlyphRun;
  copy.positions = positions.map(copyOf);
  return copy;
}

/**
 * Caches the shape of each word for all documents. The shape depends on the font alone, and shaping takes a
 * quarter of a document's time. The shape of a word that has font features of its own is not cached.
 */
export function withShapings(font: Font): Font {
  const shape = font.layout.bind(font);
  const shapes = new Map<string, Shape>();
  font.layout = (text, ...others) => {
    if (text.length > LONGEST || others.some((other) => other !== undefined)) return shape(text, ...others);
    let found = shapes.get(text);
    if (found === undefined) {
      const run = shape(text);
      found = { run, positions: run.positions.map(copyOf) };
      // Clears the whole cache, because the next documents soon add the common words again.
      if (shapes.size >= MOST_WORDS) shapes.clear();
      shapes.set(text, found);
    }
    return copyOfRun(found);
  };
  return font;
}
