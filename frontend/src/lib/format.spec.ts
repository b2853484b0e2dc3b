import { formatMoment } from './format.js';

it('names the day of a moment unless it is today', () => {
  const at = new Date(2026, 10, 12, 14, 36, 5);
  const iso = at.toISOString();
  expect(formatMoment(iso, 'de', new Date(2026, 10, 12, 23, 59))).toBe('14:36:05');
  expect(formatMoment(iso, 'de', new Date(2026, 10, 13, 0, 0))).toBe('12.11.2026, 14:36:05');
  expect(formatMoment(iso, 'en', at)).toMatch(/^2:36:05\sPM$/);
});
