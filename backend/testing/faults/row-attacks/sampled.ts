import { randomInt } from 'node:crypto';
import { isLongRun } from '#src/platform/testing/long-run';

/**
 * Returns a seed. In `npm test` it is always the same seed. In `npm run test:long` it is new each time. A
 * failed test prints the seed.
 */
export const seedOf = (): number => (isLongRun() ? randomInt(2 ** 31) : 20261123);

/** Returns a random sample of at most this many elements. The same seed gives the same sample. */
export function sampled<One>(all: readonly One[], most: number, seed: number): One[] {
  const left = [...all];
  const taken: One[] = [];
  for (let state = seed >>> 0; left.length > 0 && taken.length < most; ) {
    state = next(state);
    taken.push(...left.splice(Math.floor((state / 2 ** 32) * left.length), 1));
  }
  return taken;
}

/**
 * Returns the first element of each kind. In `npm run test:long`, also returns another random element of each
 * kind. Does not keep a long sequence in memory.
 */
export function someOfEach<One>(all: Iterable<One>, kindOf: (one: One) => string, seed: number): One[] {
  const taken = new Map<string, { readonly first: One; other: One | undefined; seen: number }>();
  let state = seed >>> 0;
  for (const one of all) {
    const held = taken.get(kindOf(one));
    if (held === undefined) {
      taken.set(kindOf(one), { first: one, other: undefined, seen: 0 });
      continue;
    }
    state = next(state);
    held.seen += 1;
    if ((state / 2 ** 32) * held.seen < 1) held.other = one;
  }
  return [...taken.values()].flatMap(({ first, other }) =>
    isLongRun() && other !== undefined ? [first, other] : [first],
  );
}

/** A linear congruential generator (Numerical Recipes). The same seed gives the same numbers. */
const next = (state: number): number => (Math.imul(state, 1664525) + 1013904223) >>> 0;
