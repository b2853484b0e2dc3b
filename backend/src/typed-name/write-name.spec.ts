import { HANDS, NAME_MAX } from '@siegel/contracts/limits';
import { decode } from 'fast-png';
import * as fc from 'fast-check';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { readSignaturePng } from '../signature-image/png.js';
import { runsOf } from './hand-runs.js';
import { fittingSize, writeName } from './write-name.js';

const LIMITS = { maxBytes: 200_000, maxWidth: 2000, maxHeight: 1000 };
const NAMES = [
  'Ada Lang',
  'Jürgen Groß',
  'Łukasz Żółć',
  'Şerban Țepeș',
  "Siobhán O’Brien-d'Arcy",
  'Nguyễn Thị Hường',
  'Юлия Ковальчук',
  'X',
  '.',
  'Maximiliane Freifrau von Hohenstein-Gyllenborg zu Falkenau',
  'W'.repeat(NAME_MAX),
];

const sizeOf = (png: Uint8Array): { width: number; height: number } => {
  const { width, height } = decode(png);
  return { width, height };
};
const written = (name: string, hand: 1 | 2 | 3 = 1): Uint8Array => {
  const png = writeName(name, hand);
  if (png === null) throw new Error(`${name} was not written`);
  return png;
};

describe('a written name', () => {
  it.each(NAMES)('is a valid signature in each hand, and a different one in each: %s', (name) => {
    const pictures = HANDS.map((hand) => Buffer.from(written(name, hand)).toString('base64'));
    for (const base64 of pictures) {
      const kept = readSignaturePng(`data:image/png;base64,${base64}`, LIMITS);
      expect(kept.bytes.toString('base64')).toBe(base64);
    }
    // If only one hand has the letters of a name, all hands give the same picture.
    const own = new Set(HANDS.map((hand) => runsOf(name, hand)[0]?.hand));
    expect(new Set(pictures).size).toBe(own.size);
  });

  it('is the same picture each time, no matter how the name was typed', () => {
    expect(written('Jürgen Groß')).toEqual(written('Jürgen Groß'));
    expect(written('Ju\u0308rgen  Groß ')).toEqual(written('Jürgen Groß'));
  });

  it('is not cut: a longer name is written wider, and finally smaller', () => {
    const [short, long, longest] = ['Ada', 'Ada Lang', 'W'.repeat(NAME_MAX)].map((name) =>
      sizeOf(written(name)),
    );
    expect(long?.width).toBeGreaterThan((short?.width ?? 0) * 1.8);
    expect(longest?.width).toBeLessThanOrEqual(LIMITS.maxWidth);
    expect(longest?.height).toBeLessThan(long?.height ?? 0);
    expect(fittingSize((size) => size * 4)).toBe(76);
    expect(fittingSize((size) => size * 12)).toBe(50);
    expect(fittingSize((size) => size * 100)).toBe(24);
  });

  it('has room for a quarter of its height below the line, even without a descender', () => {
    const { height } = sizeOf(written('Anna', 2));
    const inked = decode(written('Anna', 2));
    let lowest = 0;
    for (let at = 0; at < inked.data.length; at += 1)
      if ((inked.data[at] ?? 0) > 0) lowest = Math.floor(at / inked.width);
    expect((height - lowest) / height).toBeGreaterThan(0.24);
  });
});

describe('letters', () => {
  it('of the whole name are written by another hand if the chosen one lacks any of them', () => {
    expect(runsOf('Ada Lang', 1)).toEqual([{ hand: 1, text: 'Ada Lang' }]);
    expect(runsOf('Юлия', 1)).toEqual([{ hand: 2, text: 'Юлия' }]);
    expect(runsOf('Nguyễn Thị', 1)).toEqual([{ hand: 3, text: 'Nguyễn Thị' }]);
  });

  it('are written by a hand that can combine them', () =>
    expect(runsOf('A\u0308\u0301a', 1)).toEqual([{ hand: 3, text: '\u00c4\u0301a' }]));

  it.each(['Ωμέγα', '王小明', 'Ada 👩', 'שרה', 'Ada 王 Lang'])(
    'are refused if no hand has them: %s',
    (name) => {
      for (const hand of HANDS) expect(() => writeName(name, hand)).toThrow(RuleBroken);
    },
  );

  it('of all kinds cause no other failure, and never a picture that is refused', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    const latin = fc.string({
      unit: fc.constantFrom(...Array.from("aÄßžő Ş-.'ѣЮ\u0301")),
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.oneof(text, latin), fc.constantFrom(...HANDS), (name, hand) => {
        let png: Uint8Array | null;
        try {
          png = writeName(name, hand);
        } catch (error) {
          expect(error).toBeInstanceOf(RuleBroken);
          return;
        }
        if (png === null) return;
        readSignaturePng(`data:image/png;base64,${Buffer.from(png).toString('base64')}`, LIMITS);
      }),
    );
  });
});
