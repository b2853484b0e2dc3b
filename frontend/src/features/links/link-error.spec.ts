import { ApiError } from '../../lib/api-error.js';
import { isDeadLink } from './signing-link.js';

const answered = (status: number): ApiError =>
  new ApiError({ status, code: 'unknown', userMessage: 'words', detail: 'detail' });

describe('a signing link', () => {
  it.each([400, 404, 410])('is dead when the server answers %i', (status) => {
    expect(isDeadLink(answered(status))).toBe(true);
  });

  it.each([0, 429, 503])('is not called dead when the answer is %i', (status) => {
    expect(isDeadLink(answered(status))).toBe(false);
  });

  it('is not called dead where something else failed', () => {
    expect(isDeadLink(new Error('no answer'))).toBe(false);
  });
});
