import {
  addDays,
  daysIn,
  daysOf,
  isDay,
  lastDays,
  requestedRange,
  rangeProblem,
  SUMMARY_DAYS_MAX,
} from './days.js';

describe('a day', () => {
  it.each(['2026-11-26', '2024-02-29', '1900-01-01', '2999-12-31'])('can be %s', (day) => {
    expect(isDay(day)).toBe(true);
  });

  it.each([
    '',
    'today',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-2',
    '26-01-02',
    '0026-11-26',
    '9999-12-31',
    '2026-11-26T00:00:00Z',
    '２０２６-11-26',
    20_261_126,
    ['2026-11-26'],
    null,
  ])('cannot be %j', (value) => {
    expect(isDay(value)).toBe(false);
  });

  it('is followed by the next one, across months, years and clock changes', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
    expect(daysOf({ startDate: '2026-10-24', endDate: '2026-10-26' })).toEqual([
      '2026-10-24',
      '2026-10-25',
      '2026-10-26',
    ]);
  });
});

describe('a range of days', () => {
  it('includes both ends', () => {
    expect(daysIn({ startDate: '2026-03-29', endDate: '2026-03-29' })).toBe(1);
    expect(lastDays('2026-11-26', 7)).toEqual({ startDate: '2026-11-20', endDate: '2026-11-26' });
    expect(daysOf({ startDate: '2026-03-30', endDate: '2026-03-29' })).toEqual([]);
  });

  it('is the last seven days unless the request names other days', () => {
    const today = '2026-11-26';
    expect(requestedRange({}, today)).toEqual({ startDate: '2026-11-20', endDate: today });
    expect(requestedRange({ startDate: '2026-01-01' }, today)).toEqual({
      startDate: '2026-01-01',
      endDate: today,
    });
    expect(requestedRange({ endDate: '2026-01-07' }, today)).toEqual({
      startDate: '2026-01-01',
      endDate: '2026-01-07',
    });
  });

  it('is refused if it is reversed or longer than ten years', () => {
    const startDate = '2020-01-01';
    expect(rangeProblem({ startDate, endDate: startDate })).toBeUndefined();
    expect(rangeProblem({ startDate, endDate: '2019-12-31' })).toBe('validation.range.reversed');
    expect(rangeProblem({ startDate, endDate: addDays(startDate, SUMMARY_DAYS_MAX - 1) })).toBeUndefined();
    expect(rangeProblem({ startDate, endDate: addDays(startDate, SUMMARY_DAYS_MAX) })).toBe(
      'validation.range.max',
    );
  });
});
