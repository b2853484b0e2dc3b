import { runs } from '../../scripts/tier.mjs';

/** Returns all items in `npm run test:long`, and otherwise the first `most`, which represent the others. */
export const sampledUnlessLong = <T>(all: readonly T[], most = 1): readonly T[] =>
  runs('long') ? all : all.slice(0, most);

/** Returns all items from `npm run test:all` on, and the first `most` in `npm test`. */
export const sampledUnlessAll = <T>(all: readonly T[], most = 1): readonly T[] =>
  runs('all') ? all : all.slice(0, most);
