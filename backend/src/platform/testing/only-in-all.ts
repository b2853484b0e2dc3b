import { isLongRun } from './long-run.js';

/** Set before each test file (jest/run-settings.cjs). */
declare global {
  var TEST_ALL: boolean;
}

/** Replaces `it` and `describe` in runs that leave slow tests out. It declares no test. */
const skipped = Object.assign(() => undefined, { each: () => () => undefined });

/** True in `npm run test:all` and `npm run test:long`. */
export const isAllRun = (): boolean => globalThis.TEST_ALL || isLongRun();

/**
 * Declares slow tests. They run in `npm run test:all` and `npm run test:long`, but not in `npm test`.
 * docs/testing.md says which faster test guards the same rule in `npm test`.
 */
export const onlyInAll: Pick<typeof globalThis, 'it' | 'describe'> = isAllRun()
  ? { it: globalThis.it, describe: globalThis.describe }
  : ({ it: skipped, describe: skipped } as never);

/** Returns the full size in `npm run test:all` and `npm run test:long`, otherwise a fifth of it. */
export const fifthUnlessAll = (size: number): number => (isAllRun() ? size : Math.ceil(size / 5));

/** Returns 1 in `npm run test:all` and `npm run test:long`, otherwise the given step of a loop over cases. */
export const stepUnlessAll = (step: number): number => (isAllRun() ? 1 : step);

/**
 * Returns all forms in `npm run test:all` and `npm run test:long`. In `npm test` it returns only the first
 * form, which represents the others.
 */
export const firstUnlessAll = <T>(forms: readonly T[]): readonly T[] =>
  isAllRun() ? forms : forms.slice(0, 1);
