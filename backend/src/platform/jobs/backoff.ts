const LONGEST_WAIT_MS = 300_000;

/** Returns the milliseconds until the next attempt: 3 s, 7 s, 20 s, …, at most 5 minutes. */
export const backoff = (attempts: number): number =>
  Math.min(Math.round(1000 * Math.exp(Math.min(attempts, 20))), LONGEST_WAIT_MS);
