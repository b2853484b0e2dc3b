import { randomInt } from 'node:crypto';
import { whole } from '../tenth.js';

/** The same each time in `npm test`, another each time in whole sizes; it is printed where a test fails. */
export const seedOf = (): number => (whole() ? randomInt(2 ** 31) : 20261123);

/** So many of them, by a linear congruential generator (Numerical Recipes): the same for the same seed. */
export function sampled<One>(all: readonly One[], most: number, seed: number): One[] {
  const left = [...all];
  const taken: One[] = [];
  for (let state = seed >>> 0; left.length > 0 && taken.length < most; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    taken.push(...left.splice(Math.floor((state / 2 ** 32) * left.length), 1));
  }
  return taken;
}

/** One of each kind, by chance: the whole of a stream of things is never in memory. */
export function oneOfEach<One>(all: Iterable<One>, kindOf: (one: One) => string, seed: number): One[] {
  const taken = new Map<string, { one: One; seen: number }>();
  let state = seed >>> 0;
  for (const one of all) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const { seen = 0, one: held = one } = taken.get(kindOf(one)) ?? {};
    const isChosen = (state / 2 ** 32) * (seen + 1) < 1;
    taken.set(kindOf(one), { one: isChosen ? one : held, seen: seen + 1 });
  }
  return [...taken.values()].map(({ one }) => one);
}
