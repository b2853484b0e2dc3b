import { ApiError, type ApiErrorParts, isClosed, mayHaveHappened } from './api-error.js';

const failed = (status: number, code: ApiErrorParts['code']): ApiError =>
  new ApiError({ status, code, userMessage: '', detail: '' });

it.each([
  ['no answer', failed(0, 'unavailable'), true],
  ['a fault of the server', failed(500, 'internal_error'), true],
  ['a server that is away', failed(503, 'unavailable'), true],
  ['a closed agreement', failed(503, 'stream_untrusted'), false],
  ['a refusal', failed(409, 'already_signed'), false],
  ['another error', new Error('odd'), false],
])('a call may have had an effect after %s: %#', (_, error, may) => {
  expect(mayHaveHappened(error)).toBe(may);
});

it('a closed agreement is recognised by its code', () => {
  expect(isClosed(failed(503, 'stream_untrusted'))).toBe(true);
  for (const other of [failed(503, 'unavailable'), new Error('odd')]) expect(isClosed(other)).toBe(false);
});
