import { createHash, randomBytes } from 'node:crypto';
import { bearerTokenHash } from './bearer-token.js';

describe('the hash of a token', () => {
  it('hashes the text in the link', () => {
    const token = randomBytes(32).toString('base64url');
    expect(bearerTokenHash(token)).toBe(createHash('sha256').update(token, 'utf8').digest('hex'));
  });

  it.each([
    '',
    'a',
    'a'.repeat(42),
    'a'.repeat(44),
    `${'a'.repeat(42)}=`,
    `${'a'.repeat(42)}/`,
    `${'a'.repeat(43)}\n`,
    'ä'.repeat(43),
  ])('is undefined for an impossible token: %j', (text) => expect(bearerTokenHash(text)).toBeUndefined());
});
