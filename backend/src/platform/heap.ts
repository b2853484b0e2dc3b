import { setFlagsFromString } from 'node:v8';

/** Percent of what is alive that comes to it before the next look through all memory. */
const GROWING_PERCENT = 100;

/**
 * How often all memory is looked through, for a process that serves: to be called once it does.
 *
 * By itself V8 does so whenever a tenth has come to it, if little comes: that costs little, and 50 to 100 ms each time
 * during which its threads and the database's want the same cores. At 200 events a second it was every second or third
 * second, and what arrived meanwhile was the slowest hundredth of all.
 */
export function collectSeldom(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
}
