import { inPages, inRounds } from './sweep.js';

const HOUR_MS = 60 * 60 * 1000;
const NOW = Date.parse('2026-11-12T10:00:00.000Z');
const clock = { now: () => new Date(NOW) };
const jobOf = (id: string) => ({ task: 'mend', payload: { id }, key: id });
const after = (all: readonly string[], id: string | undefined, limit: number): readonly string[] =>
  all.filter((each) => id === undefined || each > id).slice(0, limit);
const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `${n}`.padStart(5, '0'));

describe('a sweep in pages', () => {
  it('covers all ids in one run', async () => {
    const all = names(1_200);
    const find = inPages(
      async (place, limit) => after(all, place, limit).map((id) => ({ id })),
      ({ id }) => [jobOf(id)],
    );
    const found: string[] = [];
    let place: string | undefined;
    do {
      const { jobs, next } = await find(place);
      found.push(...jobs.map(({ key }) => key));
      place = next;
    } while (place !== undefined);
    expect(found).toEqual(all);
  });
});

describe('a sweep in rounds', () => {
  /**
   * Returns a cursor (`place`) that keeps its position in memory instead of in the database, and the list of
   * all positions that were saved (`kept`).
   */
  const keeping = () => {
    const kept: (string | undefined)[] = [];
    const place = {
      read: async () => kept.at(-1),
      save: async (at: string | undefined) => void kept.push(at),
    };
    return { kept, place };
  };

  /**
   * Returns a sweep in rounds over the ids `all`.
   * @param owed the ids that have an open obligation, each with the obligation's time in milliseconds
   * @param examined a list to which each run of the sweep adds the ids that the run examines
   */
  const sweepOf = (
    all: readonly string[],
    owed: ReadonlyMap<string, number>,
    examined: string[][] = [],
    cursor = keeping().place,
  ) =>
    inRounds({
      clock,
      cursor,
      ids: async (place, limit) => after(all, place, limit),
      find: async (since, ids) => {
        examined.push([...ids]);
        return [...owed].filter(([id, at]) => at >= since.getTime() || ids.includes(id)).map(([id]) => id);
      },
      jobsOf: (id) => [jobOf(id)],
    });

  it('examines a limited number of ids in one run, and covers all of them in each round', async () => {
    const all = names(120);
    const examined: string[][] = [];
    const sweep = sweepOf(all, new Map(), examined);
    for (let go = 0; go < 6; go += 1) expect((await sweep(undefined)).next).toBeUndefined();
    expect(examined.slice(0, 3).flat()).toEqual(all);
    expect(examined.slice(3).flat()).toEqual(all);
    expect(Math.max(...examined.map(({ length }) => length))).toBe(50);
  });

  it('finds new obligations in every run, and old ones when it is their turn', async () => {
    const sweep = sweepOf(
      names(120),
      new Map([
        ['00000', NOW - 1000],
        ['00075', NOW - 2 * HOUR_MS],
      ]),
    );
    const goes: string[][] = [];
    for (let go = 0; go < 3; go += 1) goes.push((await sweep(undefined)).jobs.map(({ key }) => key));
    expect(goes).toEqual([['00000'], ['00000', '00075'], ['00000']]);
  });

  it('continues at its last place, even under another leader', async () => {
    const all = names(120);
    const examined: string[][] = [];
    const { place } = keeping();
    for (let backend = 0; backend < 3; backend += 1)
      await sweepOf(all, new Map(), examined, place)(undefined);
    expect(examined.flat()).toEqual(all);
    await sweepOf(all, new Map(), examined, place)(undefined);
    expect(examined.at(-1)).toEqual(all.slice(0, 50));
  });

  it('stores no place if one run covers everything', async () => {
    const { kept, place } = keeping();
    const sweep = sweepOf(names(30), new Map(), [], place);
    for (let go = 0; go < 3; go += 1) await sweep(undefined);
    expect(kept).toHaveLength(0);
  });
});
