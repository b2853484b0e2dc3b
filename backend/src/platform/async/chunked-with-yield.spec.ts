import { chunkedWithYield } from './chunked-with-yield.js';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

describe('a list in chunks', () => {
  it.each([0, 1, 500, 501, 1_200])('yields all %i items in order, never too many at once', async (count) => {
    const parts: (readonly number[])[] = [];
    for await (const part of chunkedWithYield(numbers(count))) parts.push(part);
    expect(parts.flat()).toEqual(numbers(count));
    expect(parts.every((part) => part.length > 0 && part.length <= 500)).toBe(true);
  });

  it('lets the event loop run between two chunks', async () => {
    const seen: string[] = [];
    setImmediate(() => seen.push('another'));
    for await (const part of chunkedWithYield(numbers(501))) seen.push(`${part.length}`);
    expect(seen).toEqual(['500', 'another', '1']);
  });
});
