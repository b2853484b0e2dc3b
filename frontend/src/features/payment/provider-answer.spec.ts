import { isGone, isStillOpen, readAnswer } from './provider-answer.js';

const error = (type: string, more: object = {}) => ({ error: { type, message: 'Why.', ...more } }) as never;
const status = (value: string) => ({ paymentIntent: { status: value } }) as never;

it.each([
  [status('succeeded'), { kind: 'taken' }],
  [status('processing'), { kind: 'taken' }],
  [status('requires_payment_method'), { kind: 'other', status: 'requires_payment_method' }],
  [undefined, { kind: 'unknown' }],
  [{} as never, { kind: 'unknown' }],
  [error('card_error'), { kind: 'refused', message: 'Why.' }],
  [error('invalid_request_error'), { kind: 'refused', message: 'Why.' }],
  [error('rate_limit_error'), { kind: 'refused', message: 'Why.' }],
  [error('api_connection_error'), { kind: 'unknown' }],
  [error('api_error'), { kind: 'unknown' }],
  [error('invalid_request_error', { payment_intent: { status: 'succeeded' } }), { kind: 'taken' }],
  [error('invalid_request_error', { payment_intent: { status: 'processing' } }), { kind: 'taken' }],
  [
    error('invalid_request_error', { payment_intent: { status: 'canceled' } }),
    { kind: 'other', status: 'canceled' },
  ],
] as const)('reads %j as %j', (result, answer) => expect(readAnswer(result)).toEqual(answer));

it.each([
  [undefined, false],
  [error('api_connection_error'), false],
  [status('succeeded'), false],
  [status('processing'), false],
  [status('requires_payment_method'), true],
  [status('requires_action'), true],
  [status('canceled'), true],
])('%j means that nothing was taken: %s', (result, open) => expect(isStillOpen(result)).toBe(open));

it.each([
  ['canceled', true],
  ['requires_payment_method', false],
  ['requires_action', false],
  [null, false],
])('%s means that the payment can no longer be made: %s', (of, gone) => expect(isGone(of)).toBe(gone));
