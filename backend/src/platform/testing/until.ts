import { patience } from './patience.js';

/** Each look is a request to a service on the same few cores: what takes long is looked for less often. */
const INTERVAL_MS = 5;
const INTERVAL_MAX_MS = 50;
const INTERVAL_GROWTH = 1.25;
/** Far above what any test waits for: only a wait in vain takes so long. */
const GIVE_UP_MS = 120_000;

/**
 * Looks until what it looks for is there, every 5 to 50 ms, and resolves with it.
 * @param look undefined and false mean 'not yet'
 * @param withinMs milliseconds on an idle machine; given only where the time itself is what is tested
 * @throws Error after that time
 */
export async function until<Found>(
  look: () => Found | undefined | false | Promise<Found | undefined | false>,
  withinMs = GIVE_UP_MS,
): Promise<Found> {
  const end = Date.now() + patience(withinMs);
  for (let interval = INTERVAL_MS; ; interval = Math.min(interval * INTERVAL_GROWTH, INTERVAL_MAX_MS)) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`still not so after ${patience(withinMs)} ms: ${look.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}
