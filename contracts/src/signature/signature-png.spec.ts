import { SIGNATURE_MAX_BYTES } from '../limits.js';
import { withMargin } from './ink-box.js';
import type { InkPicture } from './png-writer.js';
import { exportScale, signatureFile } from './signature-png.js';

const sheet = (width: number, height: number, covered: (x: number, y: number) => number): InkPicture => ({
  width,
  height,
  cover: Uint8Array.from({ length: width * height }, (_, at) => covered(at % width, Math.floor(at / width))),
});
const sizeOf = (png: Uint8Array | undefined): readonly [number, number] => {
  const view = new DataView((png ?? new Uint8Array(24)).buffer);
  return [view.getUint32(16), view.getUint32(20)];
};

describe('the picture of a signature', () => {
  it('has the finest resolution that fits into 2000 x 1000', () => {
    expect(exportScale({ width: 600, height: 272 })).toBe(2);
    expect(exportScale({ width: 1600, height: 272 })).toBe(1.25);
    expect(exportScale({ width: 400, height: 2000 })).toBe(0.5);
  });

  it('is null for a sheet without ink', () =>
    expect(signatureFile({ width: 50, height: 20 }, () => sheet(100, 40, () => 0))).toBeNull());

  it('is the ink with a margin, kept inside the sheet', () => {
    expect(withMargin({ x: 2, y: 1, width: 2, height: 3 }, { width: 5, height: 4 }, 2)).toEqual({
      x: 0,
      y: 0,
      width: 5,
      height: 4,
    });
    const stroke = (scale: number): InkPicture =>
      sheet(400 * scale, 200 * scale, (x, y) => (y === 100 && x >= 100 && x < 300 ? 255 : 0));
    const found = signatureFile({ width: 400, height: 200 }, stroke);
    expect(sizeOf(found?.png)).toEqual([224, 25]);
    expect(found?.crowded).toBe(false);
  });

  it('reaches down to the given floor, even if there is no ink there', () => {
    const stroke = (scale: number): InkPicture =>
      sheet(400 * scale, 200 * scale, (x, y) => (y === 100 && x >= 100 && x < 300 ? 255 : 0));
    expect(sizeOf(signatureFile({ width: 400, height: 200 }, stroke, 80)?.png)).toEqual([224, 84]);
  });

  it('keeps the whole sheet around ink that nearly fills its box, and reports a sheet with too much ink', () => {
    const block = (share: number) => (scale: number) =>
      sheet(100 * scale, 100 * scale, (_, y) => (y >= 20 && y < 20 + 200 * share ? 255 : 0));
    const some = signatureFile({ width: 100, height: 100 }, block(0.35));
    expect(sizeOf(some?.png)).toEqual([200, 200]);
    expect(some?.crowded).toBe(false);
    expect(signatureFile({ width: 100, height: 100 }, block(0.45))?.crowded).toBe(true);
  });

  it('gets coarser until its file is small enough', () => {
    const asked: number[] = [];
    const noise = (scale: number): InkPicture => {
      asked.push(scale);
      let state = 1;
      return sheet(600 * scale, 300 * scale, () => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return (state >>> 16) & 255;
      });
    };
    const found = signatureFile({ width: 600, height: 300 }, noise);
    expect(found?.png.length).toBeLessThanOrEqual(SIGNATURE_MAX_BYTES);
    expect(asked).toEqual([2, 1]);
  });
});
