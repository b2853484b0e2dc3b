import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';

const require = createRequire(import.meta.url);
const brygada = (style: string): string =>
  require.resolve(`@expo-google-fonts/brygada-1918/${style}/Brygada1918_${style}.ttf`);
const sans = (style: string): string =>
  require.resolve(`@expo-google-fonts/source-sans-3/${style}/SourceSans3_${style}.ttf`);
const roboto = (style: string): string => require.resolve(`pdfmake/fonts/Roboto/Roboto-${style}.ttf`);

/**
 * `Brygada` is for the agreement, `BrygadaMedium` for its headings, and `SourceSans` for everything around
 * it. `Roboto` is for letters that the other fonts lack. Together the fonts cover all of Latin, Greek and
 * Cyrillic.
 */
export const FONTS = {
  Brygada: {
    normal: brygada('400Regular'),
    bold: brygada('600SemiBold'),
    italics: brygada('400Regular_Italic'),
    bolditalics: brygada('600SemiBold_Italic'),
  },
  BrygadaMedium: {
    normal: brygada('500Medium'),
    bold: brygada('500Medium'),
    italics: brygada('500Medium_Italic'),
    bolditalics: brygada('500Medium_Italic'),
  },
  SourceSans: {
    normal: sans('400Regular'),
    bold: sans('600SemiBold'),
    italics: sans('400Regular_Italic'),
    bolditalics: sans('600SemiBold_Italic'),
  },
  Roboto: {
    normal: roboto('Regular'),
    bold: roboto('Medium'),
    italics: roboto('Italic'),
    bolditalics: roboto('MediumItalic'),
  },
} as const;
export type FontName = keyof typeof FONTS;

const glyphs = new Map<FontName, ReadonlySet<number>>();

/** Returns the code points that every style of the family can draw. */
export function glyphsOf(font: FontName): ReadonlySet<number> {
  let found = glyphs.get(font);
  if (found === undefined) {
    const [first = [], ...others] = Object.values(FONTS[font]).map((path) => characterSet(path));
    found = others.reduce<ReadonlySet<number>>(
      (all, set) => new Set(set.filter((point) => all.has(point))),
      new Set(first),
    );
    glyphs.set(font, found);
  }
  return found;
}

function characterSet(path: string): number[] {
  const font = create(readFileSync(path));
  return 'characterSet' in font ? font.characterSet : [];
}
