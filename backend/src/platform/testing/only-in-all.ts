import { isLongRun } from './long-run.js';

/** Set before each test file (jest/run-settings.cjs). */
declare global {
  var TEST_ALL: boolean;
}

/** Replaces tests that this run does not contain. */
const skipped = Object.assign(() => undefined, { each: () => () => undefined });

/** True in `npm run test:all` and `npm run test:long`. */
export const isAllRun = (): boolean => globalThis.TEST_ALL || isLongRun();

/**
 * Tests that only `npm run test:all` runs, not `npm test`: they take long, and docs/testing.md says which
 * faster test guards their rule there.
 */
export const onlyInAll: Pick<typeof globalThis, 'it' | 'describe'> = isAllRun()
  ? { it: globalThis.it, describe: globalThis.describe }
  : ({ it: skipped, describe: skipped } as never);

/** A fifth of a size in `npm test`; the full size from `npm run test:all` on. */
export const fifthUnlessAll = (size: number): number => (isAllRun() ? size : Math.ceil(size / 5));

/** In `npm test` only the first form, on behalf of the others; all of them from `npm run test:all` on. */
export const firstUnlessAll = <T>(forms: readonly T[]): readonly T[] =>
  isAllRun() ? forms : forms.slice(0, 1);
