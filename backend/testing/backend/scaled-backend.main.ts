import { serve } from '#src/cli/serve';
import { systemClock } from '#src/platform/time/clock';
import { backendTimeouts } from './backend-timeouts.js';

/**
 * Runs `main.js` with its time limits multiplied by the first argument. The second argument is the number of
 * milliseconds by which the backend's clock is ahead of the machine's clock. The machine's clock is right.
 */
const [, , factor, aheadMs = '0'] = process.argv;
globalThis.TEST_TIME_FACTOR = Number(factor);
void serve(backendTimeouts(), { now: () => new Date(systemClock.now().getTime() + Number(aheadMs)) });
