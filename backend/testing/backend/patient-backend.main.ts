import { serve } from '#src/cli/serve';
import { systemClock } from '#src/platform/time/clock';
import { backendPatience } from './backend-patience.js';

/**
 * `main.js` whose limits of time are stretched as those of the tests are, and which may live so many milliseconds
 * ahead of its machine, whose clock is right.
 */
const [, , factor, aheadMs = '0'] = process.argv;
globalThis.TEST_TIME_FACTOR = Number(factor);
void serve(backendPatience(), { now: () => new Date(systemClock.now().getTime() + Number(aheadMs)) });
