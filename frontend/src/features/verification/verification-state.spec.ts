import { VERIFY_MAX_BYTES } from '@siegel/contracts/limits';
import { ApiError } from '../../lib/api-error.js';
import { fingerprint } from './fingerprint.js';
import { formatBytes } from './format-bytes.js';
import { failureOf, looksLikePdf, refusalOfChoice } from './verification-state.js';

const fileOf = (size: number): File => Object.defineProperty(new File([], 'a.pdf'), 'size', { value: size });
const bytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const now = new Date('2026-11-12T13:00:00Z');
const refused = (status: number, retryAfter?: number): ApiError =>
  new ApiError({
    status,
    code: 'rate_limited',
    userMessage: '',
    detail: '',
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });

it.each([
  [[fileOf(1)], undefined],
  [[fileOf(VERIFY_MAX_BYTES)], undefined],
  [[fileOf(VERIFY_MAX_BYTES + 1)], 'tooLarge'],
  [[fileOf(0)], 'empty'],
  [[fileOf(1), fileOf(1)], 'several'],
])('refuses choice %# for the expected reason, or accepts it', (files, why) =>
  expect(refusalOfChoice(files)).toBe(why),
);

it('recognises a PDF by the first bytes of a file', () => {
  expect(looksLikePdf(bytes('%PDF-1.7\n'))).toBe(true);
  expect(looksLikePdf(bytes(`${' '.repeat(1019)}%PDF-`))).toBe(true);
  expect(looksLikePdf(bytes(`${' '.repeat(1020)}%PDF-`))).toBe(false);
  expect(looksLikePdf(bytes('%PD'))).toBe(false);
});

it('names the kind of a failure, and when a limit ends', () => {
  expect(failureOf(refused(429, 90), now)).toEqual({
    kind: 'limited',
    until: new Date('2026-11-12T13:01:30Z'),
  });
  expect(failureOf(refused(429), now)).toEqual({ kind: 'limited' });
  expect(
    failureOf(new ApiError({ status: 0, code: 'unavailable', userMessage: '', detail: '' }), now),
  ).toEqual({ kind: 'unreachable' });
  expect(
    failureOf(new ApiError({ status: 500, code: 'internal_error', userMessage: '', detail: '' }), now),
  ).toEqual({ kind: 'failed' });
  expect(failureOf(new Error('?'), now)).toEqual({ kind: 'failed' });
});

it('writes a fingerprint as certificate viewers do', () => {
  const { short, full } = fingerprint('9f3ac41e07b2'.repeat(5) + 'd20b');
  expect(full).toMatch(/^9F:3A:C4:1E:07:B2:9F:.*:D2:0B$/);
  expect(short).toBe('9F:3A:C4:1E … 07:B2:D2:0B');
});

it('writes sizes in the format of the language', () => {
  const plain = (text: string) => text.replace(/\s/gu, ' ');
  expect(plain(formatBytes(163_840, 'de'))).toBe('164 kB');
  expect(plain(formatBytes(54, 'de'))).toBe('1 kB');
  expect(plain(formatBytes(9_840_000, 'de'))).toBe('9,8 MB');
  expect(plain(formatBytes(9_840_000, 'en'))).toBe('9.8 MB');
});
