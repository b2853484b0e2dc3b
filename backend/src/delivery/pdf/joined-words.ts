import { createRequire } from 'node:module';

/**
 * A word in one of the renderer's lines, with its trailing spaces and its style properties. Lengths are in
 * points.
 */
export interface Word {
  readonly text: string;
  readonly x: number;
  readonly width: number;
  readonly [look: string]: unknown;
}
interface Line {
  inlines: Word[];
}
interface RendererClass {
  readonly prototype: { renderLine(line: Line, ...at: unknown[]): void };
}

/** Properties that must be equal if words are to be drawn as one. */
const LOOKS = ['font', 'fontSize', 'color', 'opacity', 'sup', 'sub'] as const;
/** Properties that the renderer draws or measures for each word. */
const PER_WORD_PROPERTIES = [
  'link',
  'linkToPage',
  'linkToDestination',
  'decoration',
  'background',
  'fontFeatures',
  'characterSpacing',
  '_pageNodeRef',
] as const;
/** Tolerance in points. A smaller difference is only a rounding error from adding widths. */
const SAME_PLACE = 1e-6;
/** A font shapes text only up to a space, so the text after a space does not change the glyphs before it. */
const ENDS = /[ \t]$/;

const isPlain = (word: Word): boolean => PER_WORD_PROPERTIES.every((name) => !word[name]);

const canMerge = (word: Word, next: Word): boolean =>
  ENDS.test(word.text) &&
  Math.abs(word.x + word.width - next.x) < SAME_PLACE &&
  isPlain(word) &&
  isPlain(next) &&
  LOOKS.every((name) => word[name] === next[name]);

/** Merges adjacent words that look alike and have no gap between them. All other words stay unchanged. */
export function joined(words: readonly Word[]): Word[] {
  const pieces: Word[] = [];
  for (const word of words) {
    const last = pieces.at(-1);
    if (last !== undefined && canMerge(last, word))
      pieces[pieces.length - 1] = { ...last, text: last.text + word.text, width: last.width + word.width };
    else pieces.push(word);
  }
  return pieces;
}

/**
 * Patches the renderer so that it draws a line of text in as few pieces as possible. Each letter keeps its
 * place. The unpatched renderer sets position, font and colour for each word, and these settings make up most
 * of a page.
 * @see pdfmake/js/Renderer.js
 */
export function patchLines(): void {
  const { default: renderer } = createRequire(import.meta.url)('pdfmake/js/Renderer.js') as {
    readonly default: RendererClass;
  };
  const { renderLine } = renderer.prototype;
  renderer.prototype.renderLine = function (this: unknown, line, ...at) {
    line.inlines = joined(line.inlines);
    renderLine.call(this as RendererClass['prototype'], line, ...at);
  };
}
