import { whole } from './tenth.js';

/** Set before each test file (jest/run-settings.cjs). */
declare global {
  var TEST_ALL: boolean;
}

/** Replaces tests that this run does not contain. */
const notThere = Object.assign(() => undefined, { each: () => () => undefined });

/** True in `npm run test:all` and `npm run test:long`. */
export const all = (): boolean => globalThis.TEST_ALL || whole();

/**
 * Tests that only `npm run test:all` runs, not `npm test`: they take long, and docs/testing.md says which
 * faster test guards their rule there.
 */
export const inAll: Pick<typeof globalThis, 'it' | 'describe'> = all()
  ? { it: globalThis.it, describe: globalThis.describe }
  : ({ it: notThere, describe: notThere } as never);

/** A fifth of a size in `npm test`; the full size from `npm run test:all` on. */
export const fifth = (size: number): number => (all() ? size : Math.ceil(size / 5));

/** In `npm test` only the first form, on behalf of the others; all of them from `npm run test:all` on. */
export const firstOf = <T>(forms: readonly T[]): readonly T[] => (all() ? forms : forms.slice(0, 1));
