import { reactionProblem, scheduledProblem } from './health-problem.js';

describe('the health problem that a reaction reports', () => {
  const failing = { name: 'deliver', leading: true, caughtUp: false, fault: 'TypeError', lagMs: 61_000 };

  it.each([
    ['its fault, if that lasts', failing, 'reaction deliver: TypeError for 61 s'],
    ['none, if its fault is new', { ...failing, lagMs: 59_000 }, undefined],
    ['none, if it is only behind', { ...failing, fault: undefined }, undefined],
    ['none, where another backend leads', { ...failing, fault: undefined, lagMs: undefined }, undefined],
  ])('is %s', (_what, status, problem) => expect(reactionProblem(status)).toBe(problem));
});

describe('the health problem that scheduled work reports', () => {
  const failing = {
    name: 'janitor',
    leading: true,
    fault: 'error 42P01',
    failingMs: 61_000,
    sinceSuccessMs: 0,
  };
  const others = { ...failing, name: 'others', leading: false };
  const soon = { ...failing, name: 'soon', failingMs: 59_000 };
  const well = { ...failing, name: 'well', fault: undefined, failingMs: undefined };

  it('names all work that keeps failing on this backend, and no other work', () => {
    expect(scheduledProblem([well, failing, others, soon, { ...failing, name: 'sweep' }])).toBe(
      'Scheduled work fails and is tried again at its next scheduled time: janitor (error 42P01), sweep (error 42P01)',
    );
  });

  it('is undefined if no work fails', () => expect(scheduledProblem([well, others, soon])).toBeUndefined());
});
