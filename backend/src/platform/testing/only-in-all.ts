import { isLongRun } from './long-run.js';

/** Set before each test file (jest/run-settings.cjs). */
declare global {
  var TEST_ALL: boolean;
}

/** Takes the place of tests that this run does not contain. */
const skipped = Object.assign(() => undefined, { each: () => () => undefined });

/** True in `npm run test:all` and `npm run test:long`. */
export const isAllRun = (): boolean => globalThis.TEST_ALL || isLongRun();

/**
 * Declares tests that do not run in `npm test`, only in `npm run test:all` and `npm run test:long`. These
 * tests take long. docs/testing.md says which faster test guards their rule in `npm test`.
 */
export const onlyInAll: Pick<typeof globalThis, 'it' | 'describe'> = isAllRun()
  ? { it: globalThis.it, describe: globalThis.describe }
  : ({ it: skipped, describe: skipped } as never);

/** Returns the full size in `npm run test:all` and `npm run test:long`, otherwise a fifth of it. */
export const fifthUnlessAll = (size: number): number => (isAllRun() ? size : Math.ceil(size / 5));

/**
 * Returns all forms in `npm run test:all` and `npm run test:long`. In `npm test` it returns only the first
 * form, which represents the others.
 */
export const firstUnlessAll = <T>(forms: readonly T[]): readonly T[] =>
  isAllRun() ? forms : forms.slice(0, 1);
