import { serve } from '#src/cli/serve';
import { systemClock } from '#src/platform/time/clock';
import { backendTimeouts } from './backend-timeouts.js';

/**
 * `main.js` with its time limits stretched by the tests' factor. Its clock may be this many milliseconds
 * ahead of the machine's clock, which is right.
 */
const [, , factor, aheadMs = '0'] = process.argv;
globalThis.TEST_TIME_FACTOR = Number(factor);
void serve(backendTimeouts(), { now: () => new Date(systemClock.now().getTime() + Number(aheadMs)) });
