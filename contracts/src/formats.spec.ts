import {
  berlinDay,
  formatDate,
  formatDateTime,
  formatDay,
  formatDayMonthFirst,
  formatMoney,
  formatPenalty,
  formatTimestamp,
  formatWhole,
} from './formats.js';

describe('formats', () => {
  it('formats cents', () => {
    expect(formatMoney(199, 'de')).toBe('1,99\u00a0€');
    expect(formatMoney(199, 'en')).toBe('€1.99');
    expect(formatMoney(0, 'de')).toBe('0,00\u00a0€');
    expect(formatMoney(123_456_705, 'de')).toBe('1.234.567,05\u00a0€');
    expect(formatMoney(-398, 'en')).toBe('-€3.98');
  });

  it('agrees with the locale data: numbers of de-DE and en-US, days of de-DE and en-GB', () => {
    for (const value of [0, 7, 999, 1000, 10_000_000, 123_456_789]) {
      expect(formatWhole(value, 'de')).toBe(new Intl.NumberFormat('de-DE').format(value));
      expect(formatWhole(value, 'en')).toBe(new Intl.NumberFormat('en-US').format(value));
    }
    const at = '2026-03-05T11:00:00.000Z';
    const long = (locale: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'Europe/Berlin' }).format(new Date(at));
    expect(formatDate(at, 'de').replaceAll('\u00a0', ' ')).toBe(long('de-DE'));
    expect(formatDate(at, 'en').replaceAll('\u00a0', ' ')).toBe(long('en-GB'));
    expect(formatDayMonthFirst('2026-03-05', 'de')).toBe(formatDay('2026-03-05', 'de'));
    expect(formatDayMonthFirst('2026-03-05', 'en').replaceAll('\u00a0', ' ')).toBe(long('en-US'));
  });

  it('formats penalties', () => {
    expect(formatPenalty('10k', 'de')).toBe('10.000\u00a0EUR');
    expect(formatPenalty('custom:10000000', 'en')).toBe('10,000,000\u00a0EUR');
    expect(formatPenalty('none', 'de')).toBe('keine');
    for (const broken of ['custom:', 'custom:0', 'custom:1.5', 'custom:-3', 'custom:x'])
      expect(formatPenalty(broken as 'custom:1', 'de')).toBe('');
  });

  it('converts to the day and time in Berlin, in winter, in summer and around midnight', () => {
    expect(berlinDay('2026-11-12T23:30:00.000Z')).toBe('2026-11-13');
    expect(berlinDay('2026-07-12T22:30:00.000Z')).toBe('2026-07-13');
    expect(formatDateTime('2026-11-12T13:32:00.000Z', 'de')).toBe(
      '12.\u00a0November\u00a02026, 14:32\u00a0Uhr',
    );
    expect(formatDateTime('2026-07-12T22:05:00.000Z', 'en')).toBe('13\u00a0July\u00a02026, 12:05\u00a0AM');
    expect(formatDateTime('2026-07-12T10:05:00.000Z', 'en')).toBe('12\u00a0July\u00a02026, 12:05\u00a0PM');
    expect(formatTimestamp('2026-07-12T22:05:09.000Z', 'UTC')).toBe('2026-07-12\u00a022:05:09');
    expect(formatTimestamp('2026-07-12T22:05:09.000Z', 'Europe/Berlin')).toBe('2026-07-13\u00a000:05:09');
  });
});
