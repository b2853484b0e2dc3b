import { differenceText, periodOf } from './difference-text.js';

describe('the period of a check', () => {
  it('consists of whole days in UTC', () => {
    expect(periodOf('2026-02-28', '2026-03-01')).toEqual({
      from: new Date('2026-02-28T00:00:00Z'),
      until: new Date('2026-03-02T00:00:00Z'),
    });
    expect(periodOf('2026-12-31', '2026-12-31')?.until).toEqual(new Date('2027-01-01T00:00:00Z'));
  });

  it.each([
    ['2026-02-30', '2026-03-01'],
    ['2026-03-02', '2026-03-01'],
    ['2026-3-2', '2026-03-02'],
    ['2026-02-30', '2026-02-30'],
    ['2026-02-28', '2026-02-30'],
    ['2026-13-01', '2026-13-01'],
    ['2026-11', '2026-11'],
    ['2026', '2026'],
    [' 2026-03-01', '2026-03-02'],
    ['2026-03-01', '2026-03-02\n'],
    ['', ''],
    ['yesterday', 'today'],
  ])('does not exist from "%s" to "%s"', (first, last) => expect(periodOf(first, last)).toBeUndefined());
});

it('names both sides, in words and euros', () => {
  const about = { paymentIntentId: 'pi_1', ndaId: 'an NDA', party: 2 } as const;
  expect(differenceText({ ...about, kind: 'amount', ours: 199, theirs: 398 })).toBe(
    'pi_1  NDA an NDA, Party 2: the amount received differs from the amount in our log (ours: 1.99 EUR; theirs: 3.98 EUR)',
  );
  expect(differenceText({ ...about, kind: 'nda_unknown', ours: null, theirs: 'succeeded' })).toContain(
    '(ours: nothing; theirs: succeeded)',
  );
});
