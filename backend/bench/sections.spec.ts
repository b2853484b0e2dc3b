import { atMost, type Line } from './report.js';
import { failuresText, isKept, runSections, type Section, selectSections } from './sections.js';

type Given = { tidy(): Promise<void> };
const untidy: Given = { tidy: async () => undefined };
const within = atMost('kept', 1, 2, 'ms');
const missed = atMost('missed', 3, 2, 'ms');
const measures =
  (...lines: Line[]): Section<Given> =>
  async () =>
    lines;
const breaksOff: Section<Given> = () => Promise.reject(new Error('expected revision 5, found 6'));
const run = (sections: Readonly<Record<string, Section<Given>>>, told: string[] = [], given = untidy) =>
  runSections(sections, selectSections([], Object.keys(sections)), given, (text) => told.push(text));

describe('the sections of the bench', () => {
  it('go on after a section fails, and report it with its error', async () => {
    const told: string[] = [];
    const outcome = await run({ first: measures(within), bad: breaksOff, last: measures(within) }, told);
    expect(outcome.lines).toEqual([within, within]);
    expect(outcome.broken.map(({ name }) => name)).toEqual(['bad']);
    expect(failuresText(outcome.broken)).toContain('FAILED: bad\nError: expected revision 5, found 6');
    expect(told).toContain('bad failed');
    expect(told.at(-1)).toMatch(/^last: \d+ s$/);
  });

  it('leave nothing open, whether or not they fail', async () => {
    let tidied = 0;
    const given = { tidy: async () => void (tidied += 1) };
    await run({ bad: breaksOff, last: measures(within) }, [], given);
    expect(tidied).toBe(2);
  });

  it('pass if all were measured and no limit was missed', async () => {
    expect(isKept(await run({ one: measures(within), other: measures(within) }))).toBe(true);
    expect(isKept(await run({ one: measures(within), other: measures(missed) }))).toBe(false);
    expect(isKept(await run({ one: measures(within), other: breaksOff }))).toBe(false);
  });

  it('print no errors if none failed', () => {
    expect(failuresText([])).toBe('');
  });

  it('all run unless some are named: then those run in the usual order, each with its own sizes', () => {
    const known = ['store', 'visible', 'growth'];
    expect([...selectSections([], known).keys()]).toEqual(known);
    expect([...selectSections(['growth', '1000', '2000', 'store', '20'], known)]).toEqual([
      ['store', [20]],
      ['growth', [1000, 2000]],
    ]);
  });

  it('are left out if they run only by name and are not named', () => {
    const known = ['store', 'growth'];
    expect([...selectSections([], known, ['growth']).keys()]).toEqual(['store']);
    expect([...selectSections(['growth'], known, ['growth']).keys()]).toEqual(['growth']);
  });

  it.each(['stroe', '20'])(
    'are listed in the error if a word is neither a section nor a size that follows one: %s',
    (word) => {
      expect(() => selectSections([word, 'visible'], ['store', 'visible'])).toThrow(
        `Unknown section ${word}. Sections: store, visible.`,
      );
    },
  );

  it('get the sizes that were asked for', async () => {
    const given: (readonly number[])[] = [];
    const section: Section<Given> = async (_, sizes) => {
      given.push(sizes);
      return [];
    };
    await runSections(
      { growth: section },
      selectSections(['growth', '500'], ['growth']),
      untidy,
      () => undefined,
    );
    expect(given).toEqual([[500]]);
  });
});
