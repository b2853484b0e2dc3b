import { firstUnprintable, PRINTABLE_RANGES, unprintables } from './printable.js';
import { normalized } from './normalized.js';

describe('PRINTABLE_RANGES', () => {
  it('are in order within each run, and contain no code point twice', () => {
    const points = PRINTABLE_RANGES.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, step) => first + step),
    );
    expect(new Set(points).size).toBe(points.length);
    for (const [first, last] of PRINTABLE_RANGES) expect(first).toBeLessThanOrEqual(last);
  });

  it('are all visible: no marks, controls or private use; composing changes none of them', () => {
    // Do not use \p{C} here, because it also matches unassigned code points. Which code points are unassigned
    // depends on the Unicode version of the runtime.
    const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{M}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
    for (const [first, last] of PRINTABLE_RANGES)
      for (let point = first; point <= last; point += 1) {
        const character = String.fromCodePoint(point);
        expect(character).not.toMatch(unseen);
        expect(normalized(`x${character}x`)).toBe(`x${character}x`);
      }
  });
});

describe('firstUnprintable', () => {
  it.each(Array.from('~ÿſǎə\uab53ʼΩѪẞ‰₀₽№↔∞◊ﬄ'))('shows a character of each block: %j', (character) =>
    expect(firstUnprintable(character)).toBeUndefined(),
  );

  it.each([
    'Katharina Brandstetter-Öztürk, Größe „M“ – 25 % … 1.250 €',
    'Łukasz Ștefănescu, Đorđe Žižić, Øyvind Þór, Nguyễn Thị Ánh, Ǧamāl aḍ-Ḍīn',
    'Γιώργος Παπαδόπουλος, Сергей Іванович Їжак',
    'Anna\u2011Lena, E\u2011Mail',
    '5 µm ≤ d < 10 Ω, CO₂, x², ½ → ≠ ± × ÷ ™ © № ₹ ₺ ﬁ',
    'erste Zeile\n\tzweite Zeile',
    '',
  ])('shows %j', (text) => expect(firstUnprintable(normalized(text))).toBeUndefined());

  it.each([
    ['王小明', '王'],
    ['Frau 字', '字'],
    ['محمد', 'م'],
    ['Anna 😀', '😀'],
    ['Anna 👩🏽‍💻 B', '👩🏽‍💻'],
    ['Punkt 1️⃣', '1️⃣'],
    ['🇩🇪 GmbH', '🇩🇪'],
    ['x̂ + 1', 'x̂'],
    [`${'x'.repeat(40)}👩🏽‍💻`, '👩🏽‍💻'],
    [`Z${'\u0351'.repeat(14)}`, `Z${'\u0351'.repeat(14)}`],
    [`Z${'\u0351'.repeat(15)}`, '\u0351'],
    [`Z${'\u0351'.repeat(40)}`, '\u0351'],
    ['a\u202eb', 'U+202E'],
    ['a\u200db', 'U+200D'],
    ['a\u0007b', 'U+0007'],
    ['\ud800', 'U+D800'],
    ['\ue000', 'U+E000'],
    ['Gr\ufffd\ufffde', '\ufffd'],
  ])('finds in %j the character %j', (text, character) =>
    expect(firstUnprintable(normalized(text))).toBe(character),
  );
});

describe('unprintables', () => {
  it.each([
    ['Li 王小明 & 王', ['王', '小', '明']],
    ['👩🏽‍💻 und 😀, 😀', ['👩🏽‍💻', '😀']],
    ['a\u202eb 字', ['U+202E', '字']],
    ['Katharina', []],
  ])('names each character in %j once', (text, named) =>
    expect(unprintables(normalized(text), 9)).toEqual(named),
  );

  it('names no more than the requested number', () =>
    expect(unprintables('王小明', 2)).toEqual(['王', '小']));
});

describe('normalized', () => {
  it('composes accents before anything is counted', () => {
    expect(normalized('Jo\u0308rg')).toBe('J\u00f6rg');
    expect(normalized('Jo\u0308rg')).toHaveLength(4);
    expect(normalized('5 \u2126')).toBe('5 \u03a9');
  });

  it('does not change a text with more than thirty marks on one letter', () => {
    const marks = (count: number): string => `o${'\u0308'.repeat(count)}`;
    expect(normalized(`${marks(30)} o\u0308`)).toBe(`ö${'\u0308'.repeat(29)} ö`);
    expect(normalized(`${marks(31)} o\u0308`)).toBe(`${marks(31)} o\u0308`);
  });

  it('drops invisible leftovers of pasting and keeps blanks and hyphens', () => {
    expect(normalized('\ufeffGe\u00adheim\u200bnis\u2060 ')).toBe('Geheimnis');
    expect(normalized('25\u202f000')).toBe('25\u00a0000');
    expect(normalized('Anna\u2011Lena')).toBe('Anna\u2011Lena');
    expect(normalized('eins\r\nzwei\rdrei\u2028vier')).toBe('eins\nzwei\ndrei\nvier');
  });
});
