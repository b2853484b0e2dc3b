import { randomBytes } from 'node:crypto';
import { createKeyedHash } from './keyed-hash.js';

describe('keyed hash', () => {
  it('is the same for the same key, purpose and value, and differs if any of these differs', () => {
    const key = randomBytes(32);
    const hash = createKeyedHash(key);
    const one = hash.of('voucher', 'NDA-ABCD-EFGH');
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(createKeyedHash(key).of('voucher', 'NDA-ABCD-EFGH')).toBe(one);
    const others = [
      hash.of('capability', 'NDA-ABCD-EFGH'),
      hash.of('voucher', 'NDA-ABCD-EFGJ'),
      createKeyedHash(randomBytes(32)).of('voucher', 'NDA-ABCD-EFGH'),
    ];
    expect(new Set([one, ...others]).size).toBe(4);
  });
});
