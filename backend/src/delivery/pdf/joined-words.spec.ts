import fc from 'fast-check';
import { joined, patchLines, type Word } from './joined-words.js';

const font = { ascender: 750 };
const other = { ascender: 700 };
const plain = { font, fontSize: 10, height: 12 };

/** Adjacent words as the renderer measures them, ten points for each letter. */
function lineOf(words: readonly Partial<Word>[]): Word[] {
  let x = 0;
  return words.map((word) => {
    const { text = 'a ', gap = 0 } = word as { readonly text?: string; readonly gap?: number };
    const made = { ...plain, ...word, text, x: x + gap, width: text.length * 10 };
    x = made.x + made.width;
    return made;
  });
}
const texts = (words: readonly Word[]): string[] => words.map(({ text }) => text);

describe('words of a line', () => {
  it('are merged if they follow each other without a gap and look alike', () => {
    const [all, ...others] = joined(lineOf([{ text: 'one ' }, { text: 'two ' }, { text: 'three' }]));
    expect(all).toMatchObject({ text: 'one two three', x: 0, width: 130, font });
    expect(others).toEqual([]);
  });

  it.each<readonly [string, Partial<Word>]>([
    ['of another font', { font: other }],
    ['of another size', { fontSize: 9 }],
    ['of another colour', { color: 'red' }],
    ['less opaque', { opacity: 0.5 }],
    ['above the line', { sup: true }],
    ['below the line', { sub: true }],
    ['a link', { link: 'https://siegel.example' }],
    ['a link to a page', { linkToPage: 2 }],
    ['a link to a place', { linkToDestination: 'end' }],
    ['underlined', { decoration: 'underline' }],
    ['on a ground', { background: 'yellow' }],
    ['with features', { fontFeatures: ['tnum'] }],
    ['spaced', { characterSpacing: 1 }],
    ["a page's number", { _pageNodeRef: {} }],
  ])('are not merged with a word that is %s', (_, look) => {
    const line = lineOf([{ text: 'one ' }, { text: 'two ', ...look }, { text: 'three' }]);
    expect(texts(joined(line))).toEqual(['one ', 'two ', 'three']);
  });

  it('are not merged across a gap', () => {
    const line = lineOf([{ text: 'one ' }, { text: 'two ', gap: 1 }, { text: 'three' }]);
    expect(texts(joined(line))).toEqual(['one ', 'two three']);
  });

  it('are not merged if the first does not end with a space: the font would shape them together', () => {
    expect(texts(joined(lineOf([{ text: 'Wort-' }, { text: 'für ' }, { text: 'Wort' }])))).toEqual([
      'Wort-',
      'für Wort',
    ]);
  });
});

interface Call {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly look: readonly unknown[];
}
type Renderer = new (writer: unknown) => { renderLine(line: unknown, x: number, y: number): void };

/** Loads a fresh copy of the renderer's class after calling `patch`. */
function load(patch: () => void): Renderer {
  let found: Renderer | undefined;
  jest.isolateModules(() => {
    patch();
    found = (require('pdfmake/js/Renderer.js') as { default: Renderer }).default;
  });
  if (found === undefined) throw new Error('no class');
  return found;
}

/** Returns the calls with which the renderer draws a line of these words. */
function drawnBy(renderer: Renderer, words: readonly Word[]): Call[] {
  const calls: Call[] = [];
  const state = { colour: '' as unknown, size: 0, opacity: 1 };
  const writer = {
    _font: undefined as unknown,
    opacity: (value: number) => (state.opacity = value),
    fill: (value: unknown) => (state.colour = value),
    resolveColor: (value: unknown, otherwise: unknown) => value ?? otherwise,
    fontSize: (value: number) => (state.size = value),
    text: (text: string, x: number, y: number) =>
      calls.push({ text, x, y, look: [writer._font, state.size, state.colour, state.opacity] }),
  };
  const line = { inlines: [...words], getHeight: () => 12, getAscenderHeight: () => 9 };
  new renderer(writer).renderLine(line, 72, 100);
  return calls;
}

/** Splits each call into its letters, each with its own position. A letter is ten points wide. */
const letters = (calls: readonly Call[]): object[] =>
  calls.flatMap(({ text, x, ...rest }) =>
    Array.from(text, (letter, index) => ({ letter, x: Math.round(x + index * 10), ...rest })),
  );

it('the patched renderer draws each letter at the original place, in fewer pieces', () => {
  const [theirs, ours] = [load(() => undefined), load(patchLines)];
  const look = fc.record(
    {
      font: fc.constantFrom(font, other),
      fontSize: fc.constantFrom(9, 10),
      color: fc.constantFrom('red', 'ink'),
    },
    { requiredKeys: [] },
  );
  const word = fc.record({
    text: fc.constantFrom('a ', 'word ', 'end', 'half-', '\t'),
    gap: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.constant(3)),
  });
  let saved = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(word, look), { maxLength: 12 }), (words) => {
      const line = lineOf(words.map(([one, seen]) => ({ ...one, ...seen })));
      const [before, after] = [drawnBy(theirs, line), drawnBy(ours, line)];
      expect(letters(after)).toEqual(letters(before));
      saved += before.length - after.length;
    }),
  );
  expect(saved).toBeGreaterThan(0);
});
