import { decode, encode } from 'fast-png';
import { flattenSignature } from './flatten-signature.js';

const png = (data: number[], channels: number): Buffer =>
  Buffer.from(encode({ width: 2, height: 1, data: Uint8Array.from(data), channels, depth: 8 }));
const pixels = (bytes: Buffer): number[] => [...decode(bytes).data];

describe('flattenSignature', () => {
  it('puts ink on a white background', () => {
    const flat = flattenSignature(png([10, 20, 30, 255, 10, 20, 30, 0], 4));
    expect(decode(flat).channels).toBe(3);
    expect(pixels(flat)).toEqual([10, 20, 30, 255, 255, 255]);
  });
  it('blends half-transparent pixels', () =>
    expect(pixels(flattenSignature(png([0, 0, 0, 51, 255, 0, 0, 255], 4)))).toEqual([
      204, 204, 204, 255, 0, 0,
    ]));
  it('accepts gray with and without transparency', () => {
    expect(pixels(flattenSignature(png([7, 0, 7, 255], 2)))).toEqual([255, 255, 255, 7, 7, 7]);
    expect(pixels(flattenSignature(png([7, 200], 1)))).toEqual([7, 7, 7, 200, 200, 200]);
  });
  it('refuses bytes that are not a PNG', () =>
    expect(() => flattenSignature(Buffer.from('nonsense'))).toThrow());
});
