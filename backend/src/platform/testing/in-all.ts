import { whole } from './tenth.js';

/** Set before each test file (jest/run-settings.cjs). */
declare global {
  var TEST_ALL: boolean;
}

/** What is not among the tests of this run. */
const notThere = Object.assign(() => undefined, { each: () => () => undefined });

/** Whether this is `npm run test:all`, or `npm run test:long`. */
export const all = (): boolean => globalThis.TEST_ALL || whole();

/**
 * Tests that `npm run test:all` holds and `npm test` does not: they take long, and docs/testing.md says what holds
 * their rule there.
 */
export const inAll: Pick<typeof globalThis, 'it' | 'describe'> = all()
  ? { it: globalThis.it, describe: globalThis.describe }
  : ({ it: notThere, describe: notThere } as never);

/** A fifth of a size, for `npm test`; all of it from `npm run test:all` on. */
export const fifth = (size: number): number => (all() ? size : Math.ceil(size / 5));

/** The first of some forms, which stands for its brothers in `npm test`; all from `npm run test:all` on. */
export const firstOf = <T>(forms: readonly T[]): readonly T[] => (all() ? forms : forms.slice(0, 1));
