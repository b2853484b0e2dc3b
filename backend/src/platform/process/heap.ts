import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

/** Percent of what is alive that comes to it before the next look through all memory. */
const GROWING_PERCENT = 100;
const LOOK_MS = 5_000;
/** Share of the time in which a quiet process has something to do; an idle backend has 0.01 to 0.02. */
const QUIET = 0.05;
/** What the process holds beside V8's own memory may grow by this before V8 begins to look through all of it. */
const NOTICED_BYTES = 64 * 1024 * 1024 + 1;

/**
 * When all memory is looked through, for a process that serves: to be called once it does.
 *
 * By itself V8 does so whenever a tenth has come to it, if little comes: that costs little, and 50 to 100 ms each time
 * during which its threads and the database's want the same cores. At 200 events a second it was every second or third
 * second, and what arrived meanwhile was the slowest hundredth of all. So it waits for as much as is alive; and what is
 * left of work is tidied up when there is none.
 * @param lookMs milliseconds between looks at whether there is any
 */
export function tidySeldom(lookMs = LOOK_MS): void {
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
  let before = performance.eventLoopUtilization();
  let isUntidy = true;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > QUIET) isUntidy = true;
    else if (isUntidy) {
      isUntidy = false;
      beginTidying();
    }
  }, lookMs).unref();
}

/** Percent, for a command that goes through much and keeps little of it: by itself V8 lets several times that gather. */
const SMALL_PERCENT = 50;

/** All memory is looked through sooner: a fourth less is held, and a twentieth more is computed. */
export const stayingSmall = (): void => setFlagsFromString(`--heap-growing-percent=${SMALL_PERCENT}`);

/** Little by little, beside everything else: a collection that is asked for would stop it all. Takes no memory. */
const beginTidying = (): void => void new ArrayBuffer(NOTICED_BYTES);
