import { crc32, inflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { cropped, inkBox } from './ink-box.js';
import { type InkPicture, writePng } from './png-writer.js';

const INK = [1, 2, 3] as const;

/** Returns the chunks of a PNG by their type. Expects the checksum of each chunk to be right. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const [type, data] = [png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length)];
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)));
    chunks.set(type, data);
    at += length + 12;
  }
  return chunks;
}

const pictures: fc.Arbitrary<InkPicture> = fc
  .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 20 }) })
  .chain(({ width, height }) => {
    const dots = width * height;
    return fc.uint8Array({ minLength: dots, maxLength: dots }).map((cover) => ({ width, height, cover }));
  });

describe('a written picture', () => {
  it('is a PNG: head, one ink at every strength, the pixels, the end', () => {
    fc.assert(
      fc.property(pictures, (picture) => {
        const png = Buffer.from(writePng(picture, INK));
        expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
        const chunks = chunksOf(png);
        expect([...chunks.keys()]).toEqual(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
        const head = chunks.get('IHDR') ?? Buffer.alloc(13);
        expect([head.readUInt32BE(0), head.readUInt32BE(4)]).toEqual([picture.width, picture.height]);
        expect([...head.subarray(8)]).toEqual([8, 3, 0, 0, 0]);
        expect([...(chunks.get('PLTE') ?? [])]).toEqual(Array.from({ length: 256 }, () => INK).flat());
        expect([...(chunks.get('tRNS') ?? [])]).toEqual(Array.from({ length: 256 }, (_, level) => level));
        const raw = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
        const rows = Array.from({ length: picture.height }, (_, row) =>
          raw.subarray(row * (picture.width + 1), (row + 1) * (picture.width + 1)),
        );
        expect(raw.length).toBe((picture.width + 1) * picture.height);
        expect(rows.every((row) => row[0] === 0)).toBe(true);
        expect(Buffer.concat(rows.map((row) => row.subarray(1))).equals(Buffer.from(picture.cover))).toBe(
          true,
        );
      }),
    );
  });

  it('has the same bytes every time it is written', () => {
    fc.assert(
      fc.property(pictures, (picture) => expect(writePng(picture, INK)).toEqual(writePng(picture, INK))),
    );
  });
});

describe('the box around the ink', () => {
  it('holds all of it, and touches it at each side', () => {
    fc.assert(
      fc.property(pictures, (picture) => {
        const box = inkBox(picture);
        const ink = picture.cover.reduce((sum, value) => sum + value, 0);
        if (box === null) return expect(ink).toBe(0);
        const part = cropped(picture, box);
        expect(part.cover.reduce((sum, value) => sum + value, 0)).toBe(ink);
        return expect(inkBox(part)).toEqual({ x: 0, y: 0, width: box.width, height: box.height });
      }),
    );
  });
});
