import { writePng } from '@siegel/contracts/signature/png-writer';
import { STORED_INK } from '@siegel/contracts/signature/signature-png';
import * as fc from 'fast-check';
import { decode } from 'fast-png';
import { pngSize } from '../delivery/pdf/flatten-signature.js';
import { readSignaturePng } from './png.js';
import { fifthUnlessAll } from '../platform/testing/only-in-all.js';

const LIMITS = { maxBytes: 200_000, maxWidth: 2000, maxHeight: 1000 };

/** Generates sheets with a few soft strokes, like the sheets of the pad and of typed names. */
const sheets = fc
  .record({
    width: fc.integer({ min: 40, max: 200 }),
    height: fc.integer({ min: 30, max: 80 }),
    strokes: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 5 }),
  })
  .map(({ width, height, strokes }) => {
    const cover = new Uint8Array(width * height);
    for (const [row, edge] of strokes) {
      const at = (row % (height - 1)) * width;
      cover.fill(255, at + 5, at + width - 5);
      cover[at + 4] = edge;
    }
    return { width, height, cover };
  });

describe('a picture that a client or the service writes', () => {
  it('is accepted byte for byte, and shows the drawing', () => {
    fc.assert(
      fc.property(sheets, (sheet) => {
        const png = Buffer.from(writePng(sheet, STORED_INK));
        const kept = readSignaturePng(`data:image/png;base64,${png.toString('base64')}`, LIMITS);
        expect(kept.bytes.equals(png)).toBe(true);
        expect(pngSize(png)).toEqual([sheet.width, sheet.height]);
        const { data, palette } = decode(png);
        expect(Buffer.from(data).equals(Buffer.from(sheet.cover))).toBe(true);
        expect(palette).toEqual(Array.from({ length: 256 }, (_, level) => [...STORED_INK, level]));
      }),
      { numRuns: fifthUnlessAll(100) },
    );
  });
});
