import { healthProblem } from './trouble.js';

const well = { name: 'ndas', leading: true, caughtUp: false, fault: undefined, lagMs: 29_000 };

describe('the trouble of a projection', () => {
  it.each([
    ['none, where it is a little behind', well, undefined],
    ['none, where another backend leads', { ...well, leading: false, lagMs: undefined }, undefined],
    ['its fault', { ...well, fault: 'TypeError' }, 'projection ndas: TypeError'],
    ['being far behind', { ...well, lagMs: 31_000 }, 'projection ndas: 31 s behind'],
  ])('is %s', (_what, status, trouble) => expect(healthProblem(status)).toBe(trouble));
});
