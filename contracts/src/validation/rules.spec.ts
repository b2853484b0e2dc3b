import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { IsEmailAddress, SHA256_HEX, Trimmed, TrimmedAddress, TrimmedOrAbsent, UpperCased } from './rules.js';

class Texts {
  @Trimmed(10) text?: unknown;
  @TrimmedAddress(10) address?: unknown;
  @TrimmedOrAbsent(10) optional?: unknown;
  @UpperCased(10) code?: unknown;
}
const NAMES = ['text', 'address', 'optional', 'code'] as const;
const prepared = (name: (typeof NAMES)[number], value: unknown): unknown =>
  plainToInstance(Texts, { [name]: value })[name];

class Mail {
  @IsEmailAddress(200) address?: unknown;
}
const isAddress = (address: string): boolean => validateSync(plainToInstance(Mail, { address })).length === 0;

describe.each(NAMES)('what is typed, as %s', (name) => {
  it('is prepared up to three times its limit and a thousand characters, and not touched beyond', () => {
    const filled = (length: number): string => 'A'.padStart(length);
    expect(prepared(name, filled(1030))).toBe('A');
    expect(prepared(name, filled(1031))).toBe(filled(1031));
  });

  it('is not touched where it is no text', () => {
    for (const value of [7, true, ['a']]) expect(prepared(name, value)).toEqual(value);
  });
});

describe('a hash', () => {
  const hash = '0123456789abcdef'.repeat(4);
  it('is 64 small hexadecimal digits and nothing around them', () => {
    expect(SHA256_HEX.test(hash)).toBe(true);
    for (const wrong of [`0${hash}`, `${hash}0`, `\n${hash}`, `${hash}\n`, hash.slice(1), hash.toUpperCase()])
      expect(SHA256_HEX.test(wrong)).toBe(false);
  });
});

describe('an address of mail', () => {
  it.each([
    ['first', (length: number) => `a@${'x'.repeat(length)}.example`],
    ['middle', (length: number) => `a@mail.${'x'.repeat(length)}.example`],
  ])('has at most 63 letters in a part of its host: the %s', (_, address) => {
    expect(isAddress(address(63))).toBe(true);
    expect(isAddress(address(64))).toBe(false);
  });

  it('counts the letters of a part as mail servers know it', () => {
    expect(isAddress(`a@${'ü'.repeat(20)}.example`)).toBe(true);
    expect(isAddress(`a@${'ü'.repeat(60)}.example`)).toBe(false);
  });
});
