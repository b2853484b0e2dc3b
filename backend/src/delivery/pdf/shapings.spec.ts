import { readFileSync } from 'node:fs';
import { create, type Font, type GlyphRun } from 'fontkit';
import { FONTS } from './fonts.js';
import { withShapings } from './shapings.js';

const open = (): Font => create(readFileSync(FONTS.Brygada.normal)) as Font;
const seen = ({ glyphs, positions, advanceWidth }: GlyphRun): object => ({
  glyphs: glyphs.map(({ id }) => id),
  positions: positions.map(({ xAdvance, yAdvance, xOffset, yOffset }) => [
    xAdvance,
    yAdvance,
    xOffset,
    yOffset,
  ]),
  advanceWidth,
});

describe('withShapings', () => {
  const plain = open();

  /** Returns a font, and the texts that the font itself has shaped because they were not cached. */
  function counted(): { font: Font; shaped: string[] } {
    const font = open();
    const shaped: string[] = [];
    const layout = font.layout.bind(font);
    font.layout = (text, ...others) => {
      shaped.push(text);
      return layout(text, ...others);
    };
    return { font: withShapings(font), shaped };
  }

  it('gives the same result as the font, the first time and later', () => {
    const { font, shaped } = counted();
    for (const word of ['Vertrag ', 'Ärger', 'fließt', 'AV.', 'ﬁ', ' ', ''])
      for (let asked = 0; asked < 2; asked += 1)
        expect(seen(font.layout(word))).toEqual(seen(plain.layout(word)));
    expect(shaped).toHaveLength(7);
  });

  it('gives each caller its own positions, because the renderer scales them in place', () => {
    const { font } = counted();
    for (const position of font.layout('Vertrag').positions) position.xAdvance *= 1000;
    expect(seen(font.layout('Vertrag'))).toEqual(seen(plain.layout('Vertrag')));
  });

  it('does not cache a text that is longer than a word or has its own features', () => {
    const { font, shaped } = counted();
    const long = 'Donaudampfschifffahrtsgesellschaftskapitän';
    for (let asked = 0; asked < 2; asked += 1) {
      expect(seen(font.layout('AV', ['-kern']))).toEqual(seen(plain.layout('AV', ['-kern'])));
      expect(seen(font.layout(long))).toEqual(seen(plain.layout(long)));
    }
    expect(shaped).toEqual(['AV', long, 'AV', long]);
  });

  it('keeps at most some thousand words', () => {
    const { font, shaped } = counted();
    for (let n = 0; n <= 4_000; n += 1) font.layout(`w${n}`);
    font.layout('w4000');
    expect(shaped).toHaveLength(4_001);
    font.layout('w0');
    expect(shaped).toHaveLength(4_002);
  });
});
