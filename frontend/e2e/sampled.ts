import { runs } from '../../scripts/tier.mjs';

/**
 * Returns all items in `npm run test:long`. Other test commands get only the first `most` items, which
 * represent the rest.
 */
export const sampledUnlessLong = <T>(all: readonly T[], most = 1): readonly T[] =>
  runs('long') ? all : all.slice(0, most);

/** Returns all items in `npm run test:all` and `test:long`, and the first `most` in `npm test`. */
export const sampledUnlessAll = <T>(all: readonly T[], most = 1): readonly T[] =>
  runs('all') ? all : all.slice(0, most);
