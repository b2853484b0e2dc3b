import { sectionLabel } from '@siegel/contracts/agreement/section-label';
import { ndaAfter } from '../../nda/testing/given.js';
import { type PlacedText, type ReadPdf, readPdf } from '../testing/read-pdf.js';
import { drawnSignature, partsOf, recordedStory, type Story } from '../testing/signed-nda.js';
import { isLongRun } from '../../platform/testing/long-run.js';
import { type DocumentInput, documentInput } from './document-input.js';
import { CONTENT_WIDTH, PAGE } from './page-style.js';
import { renderDocument } from './render-document.js';

const inputOf = (story: Story = {}): DocumentInput => {
  const events = recordedStory(story);
  return documentInput(ndaAfter(events), events, partsOf(events));
};
const printed = async (input: DocumentInput): Promise<ReadPdf> =>
  readPdf((await renderDocument(input)).bytes);

const squeezed = (text: string): string => text.replaceAll(/\s+/g, '');
/** Returns the number of the page that contains this text, counted from 0. */
const pageOf = ({ pages }: ReadPdf, text: string): number =>
  pages.findIndex((page) => squeezed(page).includes(squeezed(text)));

interface Line {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}
/** Returns the lines of a page from top to bottom. */
function linesOf(placed: readonly PlacedText[]): Line[] {
  const heights = [...new Set(placed.map(({ y }) => y))].toSorted((a, b) => b - a);
  return heights.map((height) => {
    const pieces = placed.filter(({ y }) => y === height);
    return {
      text: pieces.map(({ text }) => text).join(''),
      left: Math.min(...pieces.map(({ x }) => x)),
      right: Math.max(...pieces.map(({ x, width }) => x + width)),
    };
  });
}

/** Position in points, measured from the page's left and top edges. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const picturesOn = (content: string): Box[] =>
  [...content.matchAll(/([\d.]+) 0 0 -([\d.]+) ([\d.]+) ([\d.]+) cm\n\/I\d+ Do/g)].map((found) => {
    const [width = 0, height = 0, left = 0, bottom = 0] = found.slice(1).map(Number);
    return { left, top: bottom - height, right: left + width, bottom };
  });

/**
 * Matches a drawn seal by the colour of its wax, A3262A. The seal is drawn into a square of 100 by 100, which
 * is moved and scaled.
 */
const SEAL =
  /1 0 0 1 ([\d.]+) ([\d.]+) cm\n([\d.]+) 0 0 [\d.]+ 0 0 cm\n(?:(?! cm\n)[\s\S])*?0\.639\d* 0\.149\d* 0\.164\d* scn/g;
const sealsOn = (content: string): Box[] =>
  [...content.matchAll(SEAL)].map((found) => {
    const [left = 0, top = 0, scale = 0] = found.slice(1).map(Number);
    return { left, top, right: left + 100 * scale, bottom: top + 100 * scale };
  });

describe('the first page', () => {
  it.each(['de', 'en'] as const)('has a centred head (%s)', async (language) => {
    const input = inputOf({ terms: { language } });
    const { placed } = await printed(input);
    const { title, subtitle, issued } = input.agreement;
    const head = linesOf(placed[0] ?? []).slice(0, 3);
    expect(head.map(({ text }) => text.trim())).toEqual([title, subtitle, issued.text]);
    for (const { left, right } of head)
      expect((left + right) / 2).toBeCloseTo(PAGE.left + CONTENT_WIDTH / 2, 1);
  });
});

describe('the signatures', () => {
  it.each([
    [
      [360, 120],
      [360, 60],
    ],
    [
      [200, 400],
      [1200, 90],
    ],
  ] as const)('are at the same height, whatever their sizes: %p and %p', async (one, other) => {
    const input = inputOf();
    const { signatures } = input;
    const { contents, placed } = await printed({
      ...input,
      signatures: {
        1: { ...signatures[1], image: drawnSignature(1, ...one) },
        2: { ...signatures[2], image: drawnSignature(4, ...other) },
      },
    });
    const signed = contents.findIndex((content) => picturesOn(content).length > 0);
    const [first, second, ...more] = picturesOn(contents[signed] ?? '');
    expect(more).toEqual([]);
    expect(second?.bottom).toBeCloseTo(first?.bottom ?? 0, 2);
    expect((first?.right ?? 0) < (second?.left ?? 0)).toBe(true);
    const names = [signatures[1].name, signatures[2].name].map((name) =>
      linesOf(placed[signed] ?? []).findIndex(({ text }) => text.includes(name)),
    );
    expect(names[0]).toBe(names[1]);
  });

  it.each(['de', 'en'] as const)(
    'have the seal beside them, in section 17 and nowhere else (%s)',
    async (language) => {
      const input = inputOf({ terms: { language } });
      const read = await printed(input);
      const at = pageOf(read, `${sectionLabel(17, language)}${input.agreement.sections[16]?.heading}`);
      const seals = read.contents.map(sealsOn);
      expect(seals.map(({ length }) => length)).toEqual(read.pages.map((_, page) => (page === at ? 1 : 0)));
      const [seal] = seals.flat();
      const pictures = picturesOn(read.contents[at] ?? '');
      if (seal === undefined || pictures[1] === undefined) throw new Error('no seal, or no second signature');
      const content = read.contents[at] ?? '';
      expect(content.search(SEAL)).toBeGreaterThan(content.lastIndexOf(' Do'));
      // The seal covers the line below the signatures, and the edge of the text.
      expect(seal.top).toBeLessThan(pictures[1].bottom);
      expect(seal.bottom).toBeGreaterThan(pictures[1].bottom + 4);
      expect(seal.left).toBeLessThan(PAGE.left + CONTENT_WIDTH);
      expect(seal.right).toBeGreaterThan(PAGE.left + CONTENT_WIDTH);
      expect(seal.right).toBeLessThan(PAGE.width);
    },
  );

  it('have no seal on a copy', async () => {
    const { contents } = await printed({ ...inputOf(), isCopy: true });
    expect(contents.flatMap(picturesOn)).toHaveLength(2);
    expect(contents.flatMap(sealsOn)).toEqual([]);
    expect(contents.join('')).not.toMatch(/0\.639\d* 0\.149\d* 0\.164\d* (?:scn|SCN)/);
  });
});

describe('the fonts', () => {
  it.each(['de', 'en'] as const)('are only two families in an ordinary document (%s)', async (language) => {
    const { fonts } = await printed(inputOf({ terms: { language } }));
    expect(fonts.filter((name) => !/Brygada1918|SourceSans/.test(name))).toEqual([]);
  });

  it('include a third one if a substitute is drawn for a missing letter', async () => {
    const { fonts } = await printed(inputOf({ personal: { party1Name: '王' } }));
    expect(fonts.some((name) => name.includes('Roboto'))).toBe(true);
  });
});

describe('an item of a list', () => {
  /**
   * Numbers of lines by which the text moves down. A short run tries only three numbers. With each of them, a
   * page would end within an item if items could be split.
   */
  const moves = isLongRun() ? Array.from({ length: 46 }, (_, lines) => lines) : [20, 24, 28];

  it('stays on one page, wherever the page ends', async () => {
    for (const lines of moves) {
      const input = inputOf({ personal: { ideaDescription: `Idee.${'\nNoch eine Zeile.'.repeat(lines)}` } });
      const read = await printed(input);
      const items = input.agreement.sections
        .flatMap(({ blocks }) => blocks)
        .flatMap((block) => (block.kind === 'list' ? block.items : []));
      expect(items.length).toBeGreaterThan(4);
      for (const { label, spans } of items)
        expect(pageOf(read, `${label}${spans.map(({ text }) => text).join('')}`)).not.toBe(-1);
    }
  });
});

describe('the log', () => {
  it.each<[string, Story, number]>([
    ['in person', {}, 1],
    ['through a link', { remote: true }, 1],
    [
      'through a link, each paying, an address corrected',
      { remote: true, split: true, correctedEmail: 'neu@example.org' },
      2,
    ],
  ])('begins on a new page and takes as many pages as it needs: %s', async (_, story, count) => {
    const { placed, pages } = await printed(inputOf(story));
    const first = placed.findIndex((page) => linesOf(page)[0]?.text.trim() === 'Protokoll');
    expect(pages.length - first).toBe(count);
    expect(first).toBeGreaterThan(3);
  });
});
