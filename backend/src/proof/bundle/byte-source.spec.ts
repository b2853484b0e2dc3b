import * as fc from 'fast-check';
import { lastPlaceOf, sourceOf } from './byte-source.js';

const WINDOW = 65_536;
const WANTED = Buffer.from('PK\u0005\u0006', 'latin1');

describe('the last place of bytes in a source', () => {
  it('is found wherever the windows of the search lie', () => {
    fc.assert(
      fc.property(fc.integer({ min: -8, max: 8 }), fc.integer({ min: 1, max: 3 }), (near, windows) => {
        const bytes = Buffer.alloc(4 * WINDOW + 100);
        const at = bytes.length - windows * WINDOW + near;
        for (const place of [10, at]) bytes.set(WANTED, place);
        expect(lastPlaceOf(WANTED, sourceOf(bytes))).toBe(bytes.lastIndexOf(WANTED));
      }),
    );
  });

  it('is found at the beginning, at the end and nowhere', () => {
    const of = (bytes: Buffer): number => lastPlaceOf(WANTED, sourceOf(bytes));
    expect(of(Buffer.concat([WANTED, Buffer.alloc(2 * WINDOW)]))).toBe(0);
    expect(of(Buffer.concat([Buffer.alloc(2 * WINDOW), WANTED]))).toBe(2 * WINDOW);
    expect([of(Buffer.alloc(3)), of(Buffer.alloc(0)), of(Buffer.alloc(2 * WINDOW))]).toEqual([-1, -1, -1]);
  });
});
