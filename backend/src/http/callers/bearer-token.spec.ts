import { createHash, randomBytes } from 'node:crypto';
import { bearerTokenHash } from './bearer-token.js';

describe('the hash of a token', () => {
  it('is of the text that stands in the link', () => {
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
  ])('is none for what cannot be one: %j', (text) => expect(bearerTokenHash(text)).toBeUndefined());
});
