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

  it('is not called dead where something else failed', () => {
    expect(isDeadLink(new Error('no answer'))).toBe(false);
  });

  it.each<[string, unknown, string | null]>([
    ['is paid back', answered(410, { share: 'refund' }), 'refund'],
    ['stays for a new invitation', answered(410, { share: 'credit' }), 'credit'],
    ['was never paid', answered(410, { share: null }), null],
    ['is not named', answered(404, {}), null],
    ['cannot be named', answered(410), null],
    ['is not asked for', new Error('no answer'), null],
  ])('says whether a share %s', (_, error, fate) => expect(shareFate(error)).toBe(fate));
});
