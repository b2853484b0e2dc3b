import { reactionProblem, scheduledProblem } from './health-problem.js';

describe('the health problem of a reaction', () => {
  const failing = { name: 'deliver', leading: true, caughtUp: false, fault: 'TypeError', lagMs: 61_000 };

  it.each([
    ['its fault, where that lasts', failing, 'reaction deliver: TypeError for 61 s'],
    ['none, where its fault is new', { ...failing, lagMs: 59_000 }, undefined],
    ['none, where it is only behind', { ...failing, fault: undefined }, undefined],
    ['none, where another backend leads', { ...failing, fault: undefined, lagMs: undefined }, undefined],
  ])('is %s', (_what, status, problem) => expect(reactionProblem(status)).toBe(problem));
});

describe('the problem of scheduled work', () => {
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

  it('names all that goes on failing here, and nothing else', () => {
    expect(scheduledProblem([well, failing, others, soon, { ...failing, name: 'sweep' }])).toBe(
      'Scheduled work fails and is tried again at its next time: janitor (error 42P01), sweep (error 42P01)',
    );
  });

  it('is none where nothing does', () => expect(scheduledProblem([well, others, soon])).toBeUndefined());
});
