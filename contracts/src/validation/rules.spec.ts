import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { SEARCH_MIN } from '../limits.js';
import {
  IsEmailAddress,
  IsPenaltyClause,
  IsSearchText,
  SHA256_HEX,
  Trimmed,
  TrimmedAddress,
  TrimmedOrAbsent,
  UpperCased,
} from './rules.js';

class Texts {
  @Trimmed(10) text?: unknown;
  @TrimmedAddress(10) address?: unknown;
  @TrimmedOrAbsent(10) optional?: unknown;
  @UpperCased(10) code?: unknown;
}
const NAMES = ['text', 'address', 'optional', 'code'] as const;
const prepared = (name: (typeof NAMES)[number], value: unknown): unknown =>
  plainToInstance(Texts, { [name]: value })[name];

class Typed {
  @IsEmailAddress(200) address?: unknown;
  @IsEmailAddress(20) shortAddress?: unknown;
  @IsPenaltyClause() penalty?: unknown;
  @IsSearchText(5) search?: unknown;
}
const RIGHT = { address: 'a@b.example', shortAddress: 'a@b.example', penalty: 'none', search: 'abc' };
/** Returns the first problem that the rules find in a value. */
const problemOf = (name: keyof Typed, value: unknown): string | undefined =>
  validateSync(plainToInstance(Typed, { ...RIGHT, [name]: value })).flatMap(({ constraints = {} }) =>
    Object.values(constraints),
  )[0];
const isAddress = (address: string): boolean => problemOf('address', address) === undefined;

describe.each(NAMES)('typed text, as %s', (name) => {
  it('is prepared up to three times its limit and a thousand characters, and not changed beyond', () => {
    const filled = (length: number): string => 'A'.padStart(length);
    expect(prepared(name, filled(1030))).toBe('A');
    expect(prepared(name, filled(1031))).toBe(filled(1031));
  });

  it('is not changed if it is no text', () => {
    for (const value of [7, true, ['a']]) expect(prepared(name, value)).toEqual(value);
  });
});

describe('a hash', () => {
  const hash = '0123456789abcdef'.repeat(4);
  it('is 64 lower-case hexadecimal digits and nothing around them', () => {
    expect(SHA256_HEX.test(hash)).toBe(true);
    for (const wrong of [`0${hash}`, `${hash}0`, `\n${hash}`, `${hash}\n`, hash.slice(1), hash.toUpperCase()])
      expect(SHA256_HEX.test(wrong)).toBe(false);
  });
});

describe('an e-mail address', () => {
  it.each([
    ['first', (length: number) => `a@${'x'.repeat(length)}.example`],
    ['middle', (length: number) => `a@mail.${'x'.repeat(length)}.example`],
  ])('has at most 63 letters in each part of its host, such as the %s', (_, address) => {
    expect(isAddress(address(63))).toBe(true);
    expect(isAddress(address(64))).toBe(false);
  });

  it('counts the letters of a part in the form that mail servers know', () => {
    expect(isAddress(`a@${'ü'.repeat(20)}.example`)).toBe(true);
    expect(isAddress(`a@${'ü'.repeat(60)}.example`)).toBe(false);
  });

  it.each([
    [63, 55],
    [64, 56],
  ])('may have a part of %i letters in the form that mail servers know', (length, plain) => {
    const host = `ü${'a'.repeat(plain)}.example`;
    expect(new URL(`http://${host}`).hostname.split('.')[0]).toHaveLength(length);
    expect(isAddress(`a@${host}`)).toBe(length <= 63);
    expect(isAddress(`a@mail.${host}`)).toBe(length <= 63);
  });

  it('ends its mailbox at the last @', () => {
    expect(isAddress(`"@${'x'.repeat(60)}"@example.org`)).toBe(true);
    expect(problemOf('address', '"a@ü"@example.org')).toBe('validation.email.letters');
  });

  it('is reported as too long in ASCII only if it was short enough as typed', () => {
    expect(problemOf('shortAddress', 'abcde@müüüüüü.example')).toBeUndefined();
    expect(problemOf('shortAddress', 'abcd@müüüüüü.example')).toBe('validation.email.ascii');
    expect(problemOf('shortAddress', 'abcdefgh@c.example.org')).toBeUndefined();
  });
});

describe('a penalty clause', () => {
  it.each([
    ['none', undefined],
    ['custom:7', undefined],
    ['custom:0', 'validation.penaltyAmount'],
    ['custom:10000001', 'validation.penaltyAmount.max'],
    ['much', 'validation.penaltyClause'],
    [7, 'validation.penaltyClause'],
    [null, 'validation.penaltyClause'],
  ])('%j: %s', (value, problem) => expect(problemOf('penalty', value)).toBe(problem));
});

describe('a search text', () => {
  it.each([
    ['abc', undefined],
    ['ab', 'validation.search.min'],
    ['a b', undefined],
    ['ab  ', 'validation.search.min'],
    // Two letters are too few, although folding turns them into four letters.
    ['ßß', 'validation.search.min'],
    ['     ', 'validation.search.min'],
    // `IsSearchText` accepts a text that is too long, because another rule refuses it.
    ['      ', undefined],
    [7, undefined],
  ])('%j: %s', (value, problem) => {
    expect(SEARCH_MIN).toBe(3);
    expect(problemOf('search', value)).toBe(problem);
  });
});
