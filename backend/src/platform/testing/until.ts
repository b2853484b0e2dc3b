import { scaledTimeout } from './scaled-timeout.js';

/**
 * The first and the longest interval between two polls, in milliseconds. The interval grows, because each
 * poll is a request to a service that shares the few CPU cores with the test.
 */
const INTERVAL_MS = 5;
const INTERVAL_MAX_MS = 50;
const INTERVAL_GROWTH = 1.25;
/** Milliseconds after which the test fails. This is far longer than any successful wait. */
const GIVE_UP_MS = 120_000;

/**
 * Polls every 5 to 50 ms until the condition returns a result, and resolves with the result.
 * @param check returns the result; undefined and false mean 'not yet'
 * @param withinMs milliseconds on an idle machine; give this argument only if the test is about the time
 * @throws Error if there is no result within `withinMs`
 */
export async function until<Found>(
  check: () => Found | undefined | false | Promise<Found | undefined | false>,
  withinMs = GIVE_UP_MS,
): Promise<Found> {
  const end = Date.now() + scaledTimeout(withinMs);
  for (let interval = INTERVAL_MS; ; interval = Math.min(interval * INTERVAL_GROWTH, INTERVAL_MAX_MS)) {
    const found = await check();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end)
      throw new Error(`still not so after ${scaledTimeout(withinMs)} ms: ${check.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}
