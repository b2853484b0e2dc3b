import { inflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { zlib } from './deflate.js';

const unpacked = (data: Uint8Array, row: number): Buffer => inflateSync(zlib(data, row));

/** Generates runs of equal bytes, as in pictures: few values, each repeated many times. */
const runs = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 1, max: 700 })), { maxLength: 40 })
  .map((all) => Uint8Array.from(all.flatMap(([value, length]) => Array.from({ length }, () => value))));

describe('packing', () => {
  it('can be undone, for any bytes, by a program that unpacks zlib', () => {
    const row = fc.integer({ min: 1, max: 300 });
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 3000 }), runs), row, (data, width) =>
        expect(unpacked(data, width).equals(Buffer.from(data))).toBe(true),
      ),
    );
  });

  it('looks for matches no further back than the format allows', () => {
    for (const gap of [32_767, 32_768, 32_769, 40_000]) {
      const data = new Uint8Array(gap + 300);
      for (let at = 0; at < data.length; at += 1) data[at] = (at * at * 31 + (at >> 3)) & 255;
      data.set(data.subarray(0, 300), gap);
      expect(unpacked(data, gap).equals(Buffer.from(data))).toBe(true);
    }
  });

  it('packs a blank sheet or repeated rows into a few bytes', () => {
    expect(zlib(new Uint8Array(500_000), 1000).length).toBeLessThan(4000);
    const wave = Uint8Array.from({ length: 500_000 }, (_, at) => ((at % 1000) * 7) & 255);
    expect(zlib(wave, 1000).length).toBeLessThan(6000);
  });
});
