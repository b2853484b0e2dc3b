import { atMost, type Line } from './report.js';
import { brokenText, isKept, runSections, type Section, wishOf } from './sections.js';

const within = atMost('kept', 1, 2, 'ms');
const missed = atMost('missed', 3, 2, 'ms');
const measures =
  (...lines: Line[]): Section<null> =>
  async () =>
    lines;
const breaksOff: Section<null> = () => Promise.reject(new Error('expected revision 5, found 6'));
const run = (sections: Readonly<Record<string, Section<null>>>, told: string[] = []) =>
  runSections(sections, wishOf([], Object.keys(sections)), null, (text) => told.push(text));

describe('sections of the bench', () => {
  it('run on behind one that breaks off, which is named with its error', async () => {
    const told: string[] = [];
    const outcome = await run({ first: measures(within), bad: breaksOff, last: measures(within) }, told);
    expect(outcome.lines).toEqual([within, within]);
    expect(outcome.broken.map(({ name }) => name)).toEqual(['bad']);
    expect(brokenText(outcome.broken)).toContain('BROKE OFF: bad\nError: expected revision 5, found 6');
    expect(told).toContain('bad broke off');
    expect(told.at(-1)).toMatch(/^last: \d+ s$/);
  });

  it('are kept where all were measured and no limit was missed', async () => {
    expect(isKept(await run({ one: measures(within), other: measures(within) }))).toBe(true);
    expect(isKept(await run({ one: measures(within), other: measures(missed) }))).toBe(false);
    expect(isKept(await run({ one: measures(within), other: breaksOff }))).toBe(false);
  });

  it('say nothing of what did not break off', () => {
    expect(brokenText([])).toBe('');
  });

  it('are all measured unless some are named, in their own order, with the sizes beside them', () => {
    const known = ['store', 'visible', 'growth'];
    expect(wishOf([], known)).toEqual({ names: known, sizes: [] });
    expect(wishOf(['growth', '1000', 'store', '20'], known)).toEqual({
      names: ['store', 'growth'],
      sizes: [1000, 20],
    });
  });

  it('are left out where they are measured alone, unless they are named', () => {
    const known = ['store', 'growth'];
    expect(wishOf([], known, ['growth']).names).toEqual(['store']);
    expect(wishOf(['growth'], known, ['growth']).names).toEqual(['growth']);
  });

  it('are named where a word is none of them', () => {
    expect(() => wishOf(['visible', 'stroe'], ['store', 'visible'])).toThrow(
      'No section is named stroe. There are: store, visible.',
    );
  });

  it('get the sizes that were asked for', async () => {
    const given: (readonly number[])[] = [];
    const section: Section<null> = async (_, sizes) => {
      given.push(sizes);
      return [];
    };
    await runSections({ growth: section }, wishOf(['growth', '500'], ['growth']), null, () => undefined);
    expect(given).toEqual([[500]]);
  });
});
