/** Set before each test file (jest/run-settings.cjs). */
declare global {
  var TEST_WHOLE: boolean;
}

/** Whether this is `npm run test:long`, which tries also what `*.long.spec.ts` holds. */
export const whole = (): boolean => globalThis.TEST_WHOLE;

/** A tenth of a size, for `npm test`; the whole of it in `npm run test:long`. */
export const tenth = (size: number): number => (whole() ? size : Math.ceil(size / 10));
