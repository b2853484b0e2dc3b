import { ALTERED_DRAWING_ERRORS } from '@siegel/contracts/signature/refusals';
import { decode, encode } from 'fast-png';
import { crc32 } from 'node:zlib';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { judgeInk } from './ink.js';
import { readSignaturePng } from './png.js';

type Rgba = readonly [number, number, number, number];
const CLEAR: Rgba = [0, 0, 0, 0];
const WHITE: Rgba = [255, 255, 255, 255];
const INK: Rgba = [38, 66, 155, 255];

/**
 * Makes a picture.
 * @param at the colour of each dot
 */
function picture(width: number, height: number, at: (x: number, y: number) => Rgba): Buffer {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.set(at(x, y), (y * width + x) * 4);
  return Buffer.from(encode({ width, height, data, channels: 4, depth: 8 }));
}

/**
 * Makes a grey or coloured picture without palette and alpha channel. One colour of the picture is declared
 * transparent.
 */
function keyed(channels: 1 | 3, depth: 1 | 8, clear: readonly number[]): Buffer {
  const [width, height] = [320, 120];
  const data = new Uint8Array((width * height * channels * depth) / 8);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (depth === 8) {
        const colour = wave(x, y, 120) ? INK : WHITE;
        data.set(colour.slice(0, channels), (y * width + x) * channels);
      } else if (!wave(x, y, 120)) {
        const at = (y * width + x) >> 3;
        data[at] = (data[at] ?? 0) | (0x80 >> (x & 7));
      }
    }
  const png = Buffer.from(encode({ width, height, data, channels, depth }));
  const body = Buffer.alloc(4 + 2 * channels);
  body.write('tRNS');
  clear.forEach((value, n) => body.writeUInt16BE(value, 4 + 2 * n));
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(2 * channels);
  sum.writeUInt32BE(crc32(body));
  const behindHeader = 8 + 25;
  return Buffer.concat([png.subarray(0, behindHeader), length, body, sum, png.subarray(behindHeader)]);
}
const verdict = (png: Buffer): string => judgeInk(decode(png));

/**
 * Returns a generator of pseudo-random integers from 0 to `below - 1`. The numbers are the same in every run.
 */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
const wave = (x: number, y: number, height: number): boolean =>
  Math.abs(y - height / 2 - (height / 4) * Math.sin(x / 20)) < 2.5;
const drawing = (paper: Rgba) => (x: number, y: number) => (wave(x, y, 120) ? INK : paper);

/** Makes the picture that Firefox returns in place of a protected canvas. It repeats 32 random bytes. */
const stripes = (bytes: Uint8Array, width: number, height: number): Buffer => {
  const data = Uint8Array.from({ length: width * height * 4 }, (_, at) => bytes[at % 32] ?? 0);
  return Buffer.from(encode({ width, height, data, channels: 4, depth: 8 }));
};

describe('ink', () => {
  it.each<[string, Buffer]>([
    ['on white', picture(320, 120, drawing(WHITE))],
    ['on nothing', picture(320, 120, drawing(CLEAR))],
    ['on paper of a colour', picture(320, 120, drawing([240, 220, 120, 255]))],
    ['that is light, on black', picture(320, 120, (x, y) => (wave(x, y, 120) ? WHITE : [0, 0, 0, 255]))],
    ['on a colour that is clear', keyed(3, 8, [255, 255, 255])],
    ['on a bit that is clear', keyed(1, 1, [1])],
    ['as a dot of ten pixels', picture(60, 30, (x, y) => (y === 4 && x >= 10 && x < 20 ? INK : CLEAR))],
    ['as one thin line on the largest sheet', picture(2000, 1000, (_, y) => (y === 500 ? INK : WHITE))],
    ['as a frame', picture(300, 200, (x, y) => (x < 6 || y < 6 || x > 293 || y > 193 ? INK : CLEAR))],
    ['on forty of a hundred dots', picture(100, 100, (_, y) => (y < 40 ? INK : WHITE))],
    ['on one of ten thousand dots', picture(1000, 200, (x, y) => (y === 3 && x < 20 ? INK : WHITE))],
  ])('%s is ink', (_, png) => expect(verdict(png)).toBe('ink'));

  it.each<[string, Rgba]>([
    ['white', WHITE],
    ['nothing', CLEAR],
    ['a colour between', [130, 127, 64, 255]],
  ])('on %s is ink even if a browser changes the lowest two bits of all values', (_, paper) => {
    const next = chance(7);
    const noisy = (value: number): number => (value & 252) | next(4);
    const at = drawing(paper);
    const png = picture(320, 120, (x, y) => at(x, y).map(noisy) as unknown as Rgba);
    expect(verdict(png)).toBe('ink');
  });

  it('lies on the most common colour, which transparent dots show too', () => {
    const holes = picture(100, 100, (x, y) =>
      y < 45 ? CLEAR : wave(x, y, 150) ? INK : [240, 220, 120, 255],
    );
    expect(verdict(holes)).toBe('ink');
  });
});

describe('no ink', () => {
  it.each<[string, Buffer]>([
    ['a clear sheet', picture(320, 120, () => CLEAR)],
    ['a filled sheet', picture(320, 120, () => INK)],
    [
      'a filled box beside transparent dots, which show its own colour',
      picture(100, 100, (x) => (x < 80 ? INK : CLEAR)),
    ],
    ['less than one of ten thousand dots', picture(1000, 200, (x, y) => (y === 3 && x < 19 ? INK : WHITE))],
    ['nine dots', picture(60, 30, (x, y) => (y === 4 && x < 9 ? INK : CLEAR))],
    [
      'a shade that hardly differs',
      picture(320, 120, (x, y) => (wave(x, y, 120) ? [207, 207, 207, 255] : WHITE)),
    ],
    ['ink in the colour that is clear', keyed(3, 8, INK.slice(0, 3))],
    ['ink in the grey that is clear', keyed(1, 8, INK.slice(0, 1))],
    ['ink in the bit that is clear', keyed(1, 1, [0])],
  ])('%s is blank', (_, png) => expect(verdict(png)).toBe('blank'));

  it('but a dot that differs by one more in one colour is ink', () =>
    expect(verdict(picture(320, 120, (x, y) => (wave(x, y, 120) ? [255, 255, 206, 255] : WHITE)))).toBe(
      'ink',
    ));

  it.each<[string, Buffer]>([
    ['more than forty of a hundred dots', picture(100, 100, (_, y) => (y < 41 ? INK : WHITE))],
    ['a sheet of noise', noiseSheet(255)],
    ['a sheet of noise that shines through', noiseSheet(undefined)],
  ])('%s is too much', (_, png) => expect(verdict(png)).toBe('crowded'));

  it("are Firefox's stripes, whatever their random bytes", () => {
    const seeds = Array.from({ length: 300 }, (_, seed) => chance(seed));
    const taken = seeds.filter((next) => {
      const bytes = Uint8Array.from({ length: 32 }, () => next(256));
      return verdict(stripes(bytes, 65, 33)) === 'ink';
    });
    // A picture passes as ink if its eight random colours happen to be nearly equal. This happens for about
    // three of ten thousand pictures.
    expect(taken.length).toBeLessThanOrEqual(2);
  });

  it.each<[string, readonly number[]]>([
    [
      'with all resistance on',
      [
        5, 164, 163, 137, 158, 66, 4, 186, 85, 117, 5, 82, 105, 233, 38, 29, 96, 27, 49, 146, 61, 105, 182,
        61, 115, 106, 204, 23, 45, 28, 3, 88,
      ],
    ],
    [
      'with all targets of its protection',
      [
        221, 17, 22, 126, 115, 28, 220, 122, 184, 70, 246, 11, 184, 21, 56, 47, 14, 219, 88, 190, 16, 201,
        158, 192, 51, 200, 101, 110, 136, 55, 211, 189,
      ],
    ],
  ])('are the stripes that Firefox gave %s, and the refusal says so', (_, bytes) => {
    const url = `data:image/png;base64,${stripes(Uint8Array.from(bytes), 1196, 540).toString('base64')}`;
    const read = () => readSignaturePng(url, { maxBytes: 200_000, maxWidth: 2000, maxHeight: 1000 });
    let error: unknown;
    try {
      read();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(RuleBroken);
    expect(error).toMatchObject({
      code: 'invalid_signature',
      words: ALTERED_DRAWING_ERRORS.invalid_signature,
    });
  });
});

function noiseSheet(alpha: number | undefined): Buffer {
  const next = chance(3);
  return picture(90, 60, () => [next(256), next(256), next(256), alpha ?? next(256)]);
}
