import { BadRequestException, HttpException, NotFoundException } from '@nestjs/common';
import { StreamNotUnderstood } from '../../eventsourcing/commands/stream-not-understood.js';
import { StreamUntrusted } from '../../eventsourcing/trust/stream-untrusted.js';
import { EventStoreUnavailable } from '../../eventsourcing/event-store/event-store.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { errorDetails } from '../../platform/logging/describe-error.js';
import { KeyDestroyed, MasterKeyUnknown } from '../../vault/vault.js';
import { RateLimited, ValidationFailed } from './http-errors.js';
import { codeOf, problemOf, retryAfterOf } from './problem.js';
import { addressOf, languageOf } from '../requests/request-context.js';

const withCode = (code: string, more: object = {}): Error => Object.assign(new Error('x'), { code, ...more });

it.each([
  [new RuleBroken('voucher_used'), 'voucher_used'],
  [ValidationFailed.field('title', 'validation.required'), 'validation_failed'],
  [new RateLimited(3), 'rate_limited'],
  [new EventStoreUnavailable('gone'), 'unavailable'],
  [new KeyDestroyed('nda-1'), 'not_found'],
  [
    new StreamNotUnderstood({ stream: 'nda-1', revision: 2, type: 'SomethingNew', version: 1 }),
    'not_understood',
  ],
  [new MasterKeyUnknown('0123456789abcdef'), 'key_unavailable'],
  [withCode('ECONNREFUSED'), 'unavailable'],
  [withCode('57P01', { severity: 'FATAL' }), 'unavailable'],
  [new Error('Connection terminated unexpectedly'), 'unavailable'],
  [withCode('P0001'), 'unavailable'],
  [withCode('23505'), 'unavailable'],
  [withCode('42501'), 'unavailable'],
  [withCode('22P02'), 'internal_error'],
  [withCode('42P01'), 'internal_error'],
  [new NotFoundException(), 'not_found'],
  [new BadRequestException(), 'malformed_json'],
  [new HttpException('too long', 414), 'malformed_json'],
  [new HttpException('teapot', 500), 'internal_error'],
  [withCode('FST_ERR_CTP_BODY_TOO_LARGE', { statusCode: 413 }), 'body_too_large'],
  [withCode('FST_ERR_CTP_INVALID_MEDIA_TYPE', { statusCode: 415 }), 'unsupported_media_type'],
  [withCode('ERR_OF_A_LIBRARY', { statusCode: 404 }), 'internal_error'],
  [new TypeError('undefined is not a function'), 'internal_error'],
  ['a thrown text', 'internal_error'],
  [undefined, 'internal_error'],
])('%p is %s', (error, code) => expect(codeOf(error)).toBe(code));

it('describes a problem in the requested language, and says when to retry', () => {
  expect(problemOf(new RuleBroken('invalid_signature'), 'de')).toEqual({
    type: 'about:blank',
    status: 422,
    title: 'Unprocessable Entity',
    detail: 'Unterschrift erforderlich',
    message: 'Unterschrift erforderlich',
    code: 'invalid_signature',
  });
  expect(problemOf(ValidationFailed.field('title', 'validation.required'), 'en').errors).toEqual([
    { field: 'title', code: 'validation.required', message: 'This field is required.' },
  ]);
  expect(retryAfterOf(new RateLimited(42), 'rate_limited')).toBe(42);
  expect(retryAfterOf(new RuleBroken('not_found'), 'not_found')).toBeUndefined();
  expect(retryAfterOf(undefined, 'not_understood')).toBe(2);
});

it.each([
  ['nda-1', 'An dieser Vereinbarung lässt sich gerade nichts ändern.', 'This agreement cannot be changed'],
  ['voucher-1', 'Dieser Gutschein lässt sich gerade nicht verwenden.', 'This voucher cannot be used'],
  ['withdrawal-1', 'Hier lässt sich gerade nichts ändern.', 'Nothing can be changed here'],
  ['access-1', 'Hier lässt sich gerade nichts ändern.', 'Nothing can be changed here'],
  ['trust-of-nda-1', 'Hier lässt sich gerade nichts ändern.', 'Nothing can be changed here'],
])('names what the closed stream %s is about', (stream, german, english) => {
  const error = new StreamUntrusted(stream, { revision: 3, fault: 'hash' });
  const [de, en] = [problemOf(error, 'de'), problemOf(error, 'en')];
  expect([de.code, de.status, retryAfterOf(error, de.code)]).toEqual(['stream_untrusted', 503, undefined]);
  expect(de.message).toBe(`${german} Der Betreiber ist informiert.`);
  expect(en.message).toBe(`${english} at the moment. The operator has been informed.`);
  expect(en.detail).toBe(en.message);
});

it.each([
  [undefined, 'de'],
  ['', 'de'],
  ['en', 'en'],
  ['en-GB,en;q=0.9', 'en'],
  ['de-DE,de;q=0.9,en;q=0.8', 'de'],
  ['fr, en;q=0.4, de;q=0.2', 'en'],
  ['en;q=0.5, de;q=0.5', 'de'],
  ['en;q=loud', 'de'],
  ['english', 'de'],
  ['*', 'de'],
])('reads the header Accept-Language %p as %s', (header, language) => {
  expect(languageOf({ headers: header === undefined ? {} : { 'accept-language': header } })).toBe(language);
});

it('writes a mapped address as IPv4', () => {
  expect(addressOf({ ip: '::ffff:203.0.113.9' })).toBe('203.0.113.9');
  expect(addressOf({ ip: '2001:db8::1' })).toBe('2001:db8::1');
});

it('logs no message that quotes user input', () => {
  const text = JSON.stringify([
    errorDetails(
      Object.assign(new Error('invalid input syntax: "ada@example.com"'), {
        severity: 'ERROR',
        code: '22P02',
        detail: 'Key (email)=(ada@example.com)',
      }),
    ),
    errorDetails(new Error('outer', { cause: new SyntaxError('Unexpected token ada@example.com') })),
  ]);
  expect(text).not.toContain('ada@');
  expect(text).toContain('22P02');
  expect(text).toContain('outer');
});
