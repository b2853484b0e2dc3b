import type { Font, GlyphPosition, GlyphRun } from 'fontkit';

/** Words of a font whose shapes are kept: one agreement in each language has some 1,200 of the body's. */
const MOST_WORDS = 4_000;
/** Letters: what is longer is no word, and nobody's text is to fill the memory. */
const LONGEST = 40;

/** A run as it was shaped: whoever is given one scales its positions in place. */
interface Shape {
  readonly run: GlyphRun;
  readonly positions: readonly GlyphPosition[];
}

/** Positions are plain figures; glyphs are the font's own, which all its runs share. */
const copyOf = ({ xAdvance, yAdvance, xOffset, yOffset }: GlyphPosition): GlyphPosition => ({
  xAdvance,
  yAdvance,
  xOffset,
  yOffset,
});

function given({ run, positions }: Shape): GlyphRun {
  const copy = Object.create(run) as GlyphRun;
  copy.positions = positions.map(copyOf);
  return copy;
}

/**
 * Which glyphs stand where for a word follows from the font alone, and takes a quarter of a document's time: it
 * is found once, and given to every document. What is asked for with features of its own is shaped each time.
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
      // All at once: the words that every document has are soon there again.
      if (shapes.size >= MOST_WORDS) shapes.clear();
      shapes.set(text, found);
    }
    return given(found);
  };
  return font;
}
