import { patience } from './patience.js';

const INTERVAL_MS = 10;
/** Far above what any test waits for: only a wait in vain takes so long. */
const GIVE_UP_MS = 120_000;

/**
 * Looks every 10 ms until what it looks for is there, and resolves with it.
 * @param look undefined and false mean 'not yet'
 * @param withinMs milliseconds on an idle machine; given only where the time itself is what is tested
 * @throws Error after that time
 */
export async function until<Found>(
  look: () => Found | undefined | false | Promise<Found | undefined | false>,
  withinMs = GIVE_UP_MS,
): Promise<Found> {
  const end = Date.now() + patience(withinMs);
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`still not so after ${patience(withinMs)} ms: ${look.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}
