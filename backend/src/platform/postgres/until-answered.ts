import { pause } from '../async/pause.js';
import { isUnavailable } from './unavailable.js';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

/**
 * Repeats a request until the database has responded. Use it for steps that are safe to repeat, and that must
 * not be skipped if a response was lost.
 * @param signal once it is aborted, the next failure is thrown
 * @throws any error that does not mean that the database is unavailable
 */
export async function untilAnswered<Result>(
  ask: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !isUnavailable(error)) throw error;
      await pause(waitMs, signal);
    }
  }
}
