/** Set before each test file (jest/run-settings.cjs). */
declare global {
  var TEST_WHOLE: boolean;
}

/** True in `npm run test:long`, which also runs `*.long.spec.ts`. */
export const isLongRun = (): boolean => globalThis.TEST_WHOLE;

/** Returns the full size in `npm run test:long`, otherwise a tenth of it. */
export const tenthUnlessLong = (size: number): number => (isLongRun() ? size : Math.ceil(size / 10));
