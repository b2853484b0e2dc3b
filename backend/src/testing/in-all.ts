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
