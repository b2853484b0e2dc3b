import { scaledTimeout } from './scaled-timeout.js';

/**
 * Each poll is a request to a service that shares the few cores, so slow conditions are polled less often.
 */
const INTERVAL_MS = 5;
const INTERVAL_MAX_MS = 50;
const INTERVAL_GROWTH = 1.25;
/** Far more than any test waits. Only a wait in vain takes so long. */
const GIVE_UP_MS = 120_000;

/**
 * Polls every 5 to 50 ms until the condition returns a result, and resolves with it.
 * @param check returns the result; undefined and false mean 'not yet'
 * @param withinMs milliseconds on an idle machine; give it only if the time itself is tested
 * @throws Error after that time
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
