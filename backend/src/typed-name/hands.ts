import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Hand, HANDS } from '@siegel/contracts/limits';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);
const file = (font: string, name: string): string =>
  require.resolve(`@expo-google-fonts/${font}/400Regular/${name}_400Regular.ttf`);

interface HandFile {
  readonly path: string;
  /**
   * Factor by which the em of the hand is scaled. The factors make all three hands look about equally large.
   */
  readonly scale: number;
}

/**
 * Handwriting fonts with a free licence (SIL OFL 1.1). Before there were three hands, hand 1 wrote all typed
 * signatures.
 */
const FILES: Readonly<Record<Hand, HandFile>> = {
  1: { path: file('la-belle-aurore', 'LaBelleAurore'), scale: 1 },
  2: { path: file('caveat', 'Caveat'), scale: 1 },
  3: { path: file('great-vibes', 'GreatVibes'), scale: 1 },
};

export interface OpenHand {
  readonly font: Font;
  readonly scale: number;
  readonly letters: ReadonlySet<number>;
}

const opened = new Map<Hand, OpenHand>();

/** Returns the hand with its font. Each font is read once per process. */
export function handOf(hand: Hand): OpenHand {
  let found = opened.get(hand);
  if (found === undefined) {
    const { path, scale } = FILES[hand];
    const font = create(readFileSync(path));
    if (!('layout' in font)) throw new Error(`${path} holds more than one font`);
    found = { font, scale, letters: new Set(font.characterSet) };
    opened.set(hand, found);
  }
  return found;
}

/**
 * Returns the chosen hand, then the other hands in order. The other hands supply letters that the chosen hand
 * lacks.
 */
export const handsFrom = (chosen: Hand): readonly Hand[] => [
  chosen,
  ...HANDS.filter((hand) => hand !== chosen),
];
