import { formatRate, formatShortDay, formatShortMoment } from './format-figures.js';

it('writes the day before the month, and in English the month as a word', () => {
  expect([formatShortDay('2026-11-02', 'de'), formatShortDay('2026-11-02', 'en')]).toEqual([
    '02.11.2026',
    '2 Nov 2026',
  ]);
  const iso = new Date(2026, 2, 9, 14, 6).toISOString();
  expect(formatShortMoment(iso, 'de')).toBe('09.03.2026, 14:06');
  expect(formatShortMoment(iso, 'en')).toMatch(/^9 Mar 2026, 2:06\sPM$/);
});

it('writes a rate with one decimal, and a dash if there is none', () => {
  expect(formatRate(312 / 1284, 'de')).toMatch(/^24,3\s%$/);
  expect(formatRate(1, 'en')).toBe('100.0%');
  expect(formatRate(null, 'de')).toBe('–');
});
