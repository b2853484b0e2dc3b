/** All of these in `npm run test:long`; the first of them in `npm test`, where one form stands for its brothers. */
export const inWhole = <T>(all: readonly T[], most = 1): readonly T[] =>
  process.env.TEST_WHOLE === '1' ? all : all.slice(0, most);
