import type { LimitName } from '../routes/rate-limits.js';

/** A call that an exact or a rolling limit has counted. */
export interface CountedCall {
  readonly name: LimitName;
  readonly bucket: string;
  /** Milliseconds since the epoch. */
  readonly windowStart: number;
}
