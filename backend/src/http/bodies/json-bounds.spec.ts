import * as fc from 'fast-check';
import { isWithinBounds } from './json-bounds.js';

const bytes = (text: string): Buffer => Buffer.from(text);

/** Returns the depth of a parsed value, and the number of commas between values in its JSON text. */
function measure(value: unknown): { depth: number; commas: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, commas: 0 };
  const inner = Object.values(value).map(measure);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    commas: Math.max(0, inner.length - 1) + inner.reduce((sum, { commas }) => sum + commas, 0),
  };
}

describe('the bounds on a body', () => {
  it('count depth and number of values correctly, no matter what the texts in the body contain', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 12 }), (value) => {
        const { depth, commas } = measure(value);
        expect(isWithinBounds(bytes(JSON.stringify(value)))).toBe(depth <= 8 && commas <= 500);
      }),
    );
  });

  it.each([
    ['eight levels', `${'['.repeat(8)}${']'.repeat(8)}`, true],
    ['nine levels', `${'['.repeat(9)}${']'.repeat(9)}`, false],
    ['501 values', `[${'1,'.repeat(500)}1]`, true],
    ['502 values', `[${'1,'.repeat(501)}1]`, false],
    ['brackets and commas in a text', JSON.stringify({ a: '[{,'.repeat(10_000) }), true],
    ['escaped quotation marks', JSON.stringify({ a: `\\"${'[,'.repeat(1_000)}\\\\` }), true],
    ['a text without an end', `{"a":"${'['.repeat(100)}`, true],
    ['a backslash at the end', '{"a":"\\', true],
    ['nothing', '', true],
  ])('%s', (_, json, expected) => expect(isWithinBounds(bytes(json))).toBe(expected));

  it('are wider or narrower if a route sets its own', () => {
    const wider = { depth: 10, values: 1_000, containers: 12 };
    const isWithin = (json: string) => isWithinBounds(bytes(json), wider);
    expect(isWithin(`[${'1,'.repeat(1_000)}1]`)).toBe(true);
    expect(isWithin(`[${'1,'.repeat(1_001)}1]`)).toBe(false);
    expect(isWithin(`${'['.repeat(10)}${']'.repeat(10)}`)).toBe(true);
    expect(isWithin(`${'['.repeat(11)}${']'.repeat(11)}`)).toBe(false);
    expect(isWithin(`[${'[],'.repeat(10)}{}]`)).toBe(true);
    expect(isWithin(`[${'[],'.repeat(11)}{}]`)).toBe(false);
  });
});
