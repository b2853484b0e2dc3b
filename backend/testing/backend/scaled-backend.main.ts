import { serve } from '#src/cli/serve';
import { systemClock } from '#src/platform/time/clock';
import { backendTimeouts } from './backend-timeouts.js';

/**
 * Runs `main.js` with its time limits stretched by the tests' factor. The backend's clock may be ahead of the
 * machine's clock by this many milliseconds; the machine's clock is right.
 */
const [, , factor, aheadMs = '0'] = process.argv;
globalThis.TEST_TIME_FACTOR = Number(factor);
void serve(backendTimeouts(), { now: () => new Date(systemClock.now().getTime() + Number(aheadMs)) });
