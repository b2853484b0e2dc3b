import { boolean, entityOf, instant } from './columns.js';

/**
 * One row that the readiness check writes, to find out whether the database takes writes. Nobody reads it.
 */
export const WriteProbeEntity = entityOf('write_probe', ['single'], {
  single: boolean,
  writtenAt: instant,
});
