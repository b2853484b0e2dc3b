import { runs } from '../../scripts/tier.mjs';

/** All of these in `npm run test:long`; before, the first of them, where one form stands for its brothers. */
export const inWhole = <T>(all: readonly T[], most = 1): readonly T[] =>
  runs('long') ? all : all.slice(0, most);

/** All of these from `npm run test:all` on; the first of them in `npm test`. */
export const inAll = <T>(all: readonly T[], most = 1): readonly T[] =>
  runs('all') ? all : all.slice(0, most);
