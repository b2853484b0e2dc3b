import { pause } from '../async/pause.js';
import { isUnavailable } from './unavailable.js';

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

/**
 * Asks again until the database has answered: for what may be repeated without harm, and must not be left
 * undone because an answer was lost.
 * @param signal from then on the next failure is the last one
 * @throws whatever else goes wrong
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
