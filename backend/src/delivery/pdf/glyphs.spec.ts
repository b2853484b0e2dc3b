import { PRINTABLE_RANGES } from '@siegel/contracts/validation/printable';
import { shortenIp } from './shorten-ip.js';
import { SUBSTITUTE, toRuns } from './glyphs.js';

describe('toRuns', () => {
  it('keeps consecutive characters of one font in one run', () => {
    expect(toRuns('Größe „§\u00a07“ – Łódź', 'Brygada')).toEqual([
      { text: 'Größe „§\u00a07“ – Łódź', font: 'Brygada' },
    ]);
  });
  it('drops invisible characters and composes accents', () => {
    expect(toRuns('Mu\u0308ller\u200b\u202e\ufe0f\u0007', 'Brygada')).toEqual([
      { text: 'Müller', font: 'Brygada' },
    ]);
  });
  it('substitutes each unknown character by one mark', () => {
    expect(toRuns('A王😀B', 'Brygada')).toEqual([
      { text: 'A', font: 'Brygada' },
      { text: SUBSTITUTE.repeat(2), font: 'Roboto' },
      { text: 'B', font: 'Brygada' },
    ]);
  });
  it.each(['Brygada', 'BrygadaMedium', 'SourceSans', 'Roboto'] as const)(
    'draws every character that may be entered, in the font %s',
    (font) => {
      const points = PRINTABLE_RANGES.flatMap(([first, last]) =>
        Array.from({ length: last - first + 1 }, (_, step) => first + step),
      );
      const drawn = (point: number): string =>
        toRuns(`x${String.fromCodePoint(point)}x`, font)
          .map((run) => run.text)
          .join('');
      expect(points.filter((point) => drawn(point) !== `x${String.fromCodePoint(point)}x`)).toEqual([]);
    },
  );
  it('returns no run for an empty text', () => expect(toRuns('\u200b', 'Brygada')).toEqual([]));
});

describe('shortenIp', () => {
  it.each([
    ['203.0.113.77', '203.0.113.x'],
    ['::ffff:203.0.113.77', '203.0.113.x'],
    ['2001:db8:85a3::8a2e:370:7334', '2001:db8:85a3::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['::1', '0:0:0::/48'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::', '2001:db8:0::/48'],
    ['::2:3:4:5:6:7:8', '0:2:3::/48'],
    ['64:ff9b::203.0.113.77', '64:ff9b:0::/48'],
    ['::ffff:cb00:714d', '0:0:0::/48'],
    ['127.1', ''],
    ['', ''],
    ['nonsense', ''],
  ])('%s', (ip, short) => expect(shortenIp(ip)).toBe(short));
});
