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
])('accepts %j beside %j: %s, in either order', (one, other, fit) => {
  const pair = [backend({ A: one, B: ['x'] }), backend({ A: other, B: ['x'] })] as const;
  const expected = fit ? [] : ['A'];
  expect([differences(pair[0], pair[1]), differences(pair[1], pair[0])]).toEqual([expected, expected]);
});

it('allows differences that one of the two announces, and ignores secrets that only one has', () => {
  const [one, other] = [backend({ A: ['x'], B: ['x'], C: ['x'] }), backend({ A: ['y'], B: ['y'] }, 'A')];
  expect(differences(one, other)).toEqual(['A', 'B']);
  for (const pair of [
    [one, other],
    [other, one],
  ] as const)
    expect(forbiddenDifferences(...pair)).toEqual(['B']);
});
