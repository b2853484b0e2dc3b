import { rangeOf } from './range.js';

const TODAY = '2026-11-26';
const NOTHING = { days: null, from: null, to: null };

describe('the range of an address', () => {
  it('is the last seven days by default, and for a number of days that is not offered', () => {
    for (const days of [null, '8', '7.0', 'x'])
      expect(rangeOf({ ...NOTHING, days }, TODAY)).toEqual({
        from: '2026-11-20',
        to: TODAY,
        range: { startDate: '2026-11-20', endDate: TODAY },
        problem: undefined,
        preset: 7,
      });
  });

  it.each([
    ['1', '2026-11-26'],
    ['30', '2026-10-28'],
    ['90', '2026-08-29'],
  ])('has %s days up to today, even when the clocks change', (days, startDate) => {
    expect(rangeOf({ ...NOTHING, days }, TODAY)).toMatchObject({
      range: { startDate, endDate: TODAY },
      preset: Number(days),
    });
  });

  it('can be given by two days, and names the preset that has the same days', () => {
    expect(rangeOf({ days: '30', from: '2026-11-20', to: TODAY }, TODAY).preset).toBe(7);
    expect(rangeOf({ ...NOTHING, from: '2026-11-19', to: '2026-11-25' }, TODAY)).toMatchObject({
      range: { startDate: '2026-11-19', endDate: '2026-11-25' },
      preset: undefined,
    });
  });

  it.each([
    ['the end is missing', { from: '2026-11-20', to: null }, 'incomplete', '2026-11-20', ''],
    ['the beginning is no day', { from: '2026-02-30', to: TODAY }, 'incomplete', '', TODAY],
    ['the end is no day', { from: '2026-11-20', to: '26.11.2026' }, 'incomplete', '2026-11-20', ''],
    ['the end comes first', { from: TODAY, to: '2026-11-20' }, 'reversed', TODAY, '2026-11-20'],
    ['it is longer than ten years', { from: '2016-11-24', to: TODAY }, 'tooLong', '2016-11-24', TODAY],
  ])('requests nothing if %s', (_, address, problem, from, to) => {
    expect(rangeOf({ days: null, ...address }, TODAY)).toEqual({
      from,
      to,
      range: undefined,
      problem,
      preset: undefined,
    });
  });
});
