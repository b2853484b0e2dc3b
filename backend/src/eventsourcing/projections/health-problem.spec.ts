import { healthProblem } from './health-problem.js';

const well = { name: 'ndas', leading: true, caughtUp: false, fault: undefined, lagMs: 29_000 };

describe('the health problem that a projection reports', () => {
  it.each([
    ['none, if it is a little behind', well, undefined],
    ['none, if another backend leads', { ...well, leading: false, lagMs: undefined }, undefined],
    ['its fault', { ...well, fault: 'TypeError' }, 'projection ndas: TypeError'],
    ['being far behind', { ...well, lagMs: 31_000 }, 'projection ndas: 31 s behind'],
  ])('is %s', (_what, status, problem) => expect(healthProblem(status)).toBe(problem));
});
