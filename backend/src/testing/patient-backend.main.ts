import { serve } from '../cli/serve.js';
import { backendPatience } from './patience.js';

/** `main.js` whose limits of time are stretched as those of the tests are. */
globalThis.TEST_TIME_FACTOR = Number(process.argv[2]);
void serve(backendPatience());
