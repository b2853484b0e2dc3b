import { boolean, entityOf, instant } from './columns.js';

/**
 * The one row that the readiness check writes to find out whether the database accepts writes. Nobody reads
 * it.
 */
export const WriteProbeEntity = entityOf('write_probe', ['single'], {
  single: boolean,
  writtenAt: instant,
});
