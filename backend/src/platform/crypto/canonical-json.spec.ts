import fc from 'fast-check';
import { canonicalJson } from './canonical-json.js';

describe('canonical JSON', () => {
  it('sorts keys by UTF-16 code units, at every depth', () => {
    expect(canonicalJson({ b: [{ z: 1, a: 2 }], a: { '\u{1F600}': 1, '\uFB33': 2, ö: 3 } })).toBe(
      '{"a":{"ö":3,"\u{1F600}":1,"\uFB33":2},"b":[{"a":2,"z":1}]}',
    );
  });

  it('writes numbers and strings as the RFC requires', () => {
    expect(canonicalJson([333333333.25, 1e30, 4.5, 2e-3, 1e-27, -0])).toBe(
      '[333333333.25,1e+30,4.5,0.002,1e-27,0]',
    );
    expect(canonicalJson('\u20ac$\u000F\u000aA\'B"\\/')).toBe('"€$\\u000f\\nA\'B\\"\\\\/"');
  });

  it('omits undefined properties and refuses values that are not plain data', () => {
    expect(canonicalJson({ a: undefined, b: null })).toBe('{"b":null}');
    for (const value of [
      undefined,
      [undefined],
      Number.NaN,
      1n,
      () => 1,
      new Date(0),
      new Map(),
      Buffer.of(1),
    ]) {
      expect(() => canonicalJson(value)).toThrow(TypeError);
    }
  });

  it('parses to the same value as JSON, and does not depend on the order in which keys were inserted', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
        const reversed = Object.fromEntries(Object.entries(plain).toReversed());
        expect(JSON.parse(canonicalJson(plain))).toEqual(plain);
        expect(canonicalJson(reversed)).toBe(canonicalJson(plain));
      }),
    );
  });
});
