import { ListTotals } from './list-totals.js';

describe('the number of rows in a list', () => {
  let [now, counted] = [0, 0];
  const totals = new ListTotals({ now: () => new Date(now) });
  const of = (list: string, total: number): Promise<number> =>
    totals.of(list, async () => {
      counted += 1;
      return total;
    });

  it('is counted each time while it is small', async () => {
    expect([await of('small', 9_999), await of('small', 9_998)]).toEqual([9_999, 9_998]);
  });

  it('stays the same for ten seconds once it is large, separately for each list', async () => {
    expect([await of('large', 10_000), await of('large', 10_001), await of('other', 3)]).toEqual([
      10_000, 10_000, 3,
    ]);
    counted = 0;
    now += 9_999;
    expect([await of('large', 10_002), counted]).toEqual([10_000, 0]);
    now += 1;
    expect([await of('large', 10_003), counted]).toEqual([10_003, 1]);
    // A total must expire even if the clock is set back.
    now -= 60_000;
    expect(await of('large', 10_004)).toBe(10_004);
  });
});
