import { differences, forbiddenDifferences, type SharedSecrets } from './shared-secrets.js';

const backend = (known: SharedSecrets['known'], ...changing: readonly string[]): SharedSecrets => ({
  known,
  changing,
});

it.each([
  [['a'], ['a'], true],
  [['a'], ['b'], false],
  [['a', 'b'], ['a'], true],
  [['a', 'b'], ['b', 'a'], true],
  [['b', 'a'], ['a'], false],
  [['b'], ['a', 'b'], false],
  [['a', 'b'], ['b', 'c'], false],
])('%j fits to %j: %s, whichever was first', (one, other, fit) => {
  const pair = [backend({ A: one, B: ['x'] }), backend({ A: other, B: ['x'] })] as const;
  const expected = fit ? [] : ['A'];
  expect([differences(pair[0], pair[1]), differences(pair[1], pair[0])]).toEqual([expected, expected]);
});

it('lets those differ that one of the two names, and compares nothing that only one has', () => {
  const [one, other] = [backend({ A: ['x'], B: ['x'], C: ['x'] }), backend({ A: ['y'], B: ['y'] }, 'A')];
  expect(differences(one, other)).toEqual(['A', 'B']);
  for (const pair of [
    [one, other],
    [other, one],
  ] as const)
    expect(forbiddenDifferences(...pair)).toEqual(['B']);
});
