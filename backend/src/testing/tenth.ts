/** Set before each test file (jest/run-settings.cjs). */
declare global {
  var TEST_WHOLE: boolean;
}

/** A tenth of a size, for `npm test`; the whole of it in `npm run test:long`. */
export const tenth = (whole: number): number => (globalThis.TEST_WHOLE ? whole : Math.ceil(whole / 10));
