import type { DeadLinkProblem } from '@siegel/contracts/nda/remote-signature';
import { ApiError } from '../../lib/api-error.js';
import { isDeadLink, shareFate } from './link-error.js';

const answered = (status: number, problem?: Partial<DeadLinkProblem>): ApiError =>
  new ApiError({
    status,
    code: 'unknown',
    userMessage: 'words',
    detail: 'detail',
    ...(problem === undefined ? {} : { problem: problem as DeadLinkProblem }),
  });

describe('a link', () => {
  it.each([400, 404, 410])('is dead when the server answers %i', (status) => {
    expect(isDeadLink(answered(status))).toBe(true);
  });

  it.each([0, 429, 503])('is not called dead when the answer is %i', (status) => {
    expect(isDeadLink(answered(status))).toBe(false);
  });

  it('is not called dead if the failure has another cause', () => {
    expect(isDeadLink(new Error('no answer'))).toBe(false);
  });

  it.each<[string, unknown, string | null]>([
    ['refund', answered(410, { share: 'refund' }), 'refund'],
    ['credit for a new invitation', answered(410, { share: 'credit' }), 'credit'],
    ['never paid', answered(410, { share: null }), null],
    ['not in the answer', answered(404, {}), null],
    ['an answer without details', answered(410), null],
    ['no answer', new Error('no answer'), null],
  ])('gives the fate of the share: %s', (_, error, fate) => expect(shareFate(error)).toBe(fate));
});
