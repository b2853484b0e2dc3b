import { createRequire } from 'node:module';

/** Of the renderer: a word of a line, with the spaces behind it, and how it looks. Lengths are points. */
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

/** What has to be the same for words to be drawn as one. */
const LOOKS = ['font', 'fontSize', 'color', 'opacity', 'sup', 'sub'] as const;
/** What is drawn or measured for a single word. */
const OF_ONE = [
  'link',
  'linkToPage',
  'linkToDestination',
  'decoration',
  'background',
  'fontFeatures',
  'characterSpacing',
  '_pageNodeRef',
] as const;
/** Points: sums of widths, not another place. */
const SAME_PLACE = 1e-6;
/** A font shapes up to a space: what lies behind one changes nothing before it. */
const ENDS = /[ \t]$/;

const isPlain = (word: Word): boolean => OF_ONE.every((name) => !word[name]);

const mayFollow = (word: Word, next: Word): boolean =>
  ENDS.test(word.text) &&
  Math.abs(word.x + word.width - next.x) < SAME_PLACE &&
  isPlain(word) &&
  isPlain(next) &&
  LOOKS.every((name) => word[name] === next[name]);

/** Words that follow each other without a gap and look alike, as one; the others as they are. */
export function joined(words: readonly Word[]): Word[] {
  const pieces: Word[] = [];
  for (const word of words) {
    const last = pieces.at(-1);
    if (last !== undefined && mayFollow(last, word))
      pieces[pieces.length - 1] = { ...last, text: last.text + word.text, width: last.width + word.width };
    else pieces.push(word);
  }
  return pieces;
}

/**
 * The renderer sets place, font and colour anew for each word, which is most of what a page takes. Here it gets a line
 * in as few pieces as can be told apart, drawn at the same places. @see pdfmake/js/Renderer.js
 */
export function teachLines(): void {
  const { default: renderer } = createRequire(import.meta.url)('pdfmake/js/Renderer.js') as {
    readonly default: RendererClass;
  };
  const { renderLine } = renderer.prototype;
  renderer.prototype.renderLine = function (this: unknown, line, ...at) {
    line.inlines = joined(line.inlines);
    renderLine.call(this as RendererClass['prototype'], line, ...at);
  };
}
