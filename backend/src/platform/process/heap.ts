import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

/** Growth of the live heap, in percent, before the next full garbage collection. */
const GROWING_PERCENT = 100;
const CHECK_MS = 5_000;
/** Share of the time below which a process counts as idle; an idle backend has 0.01 to 0.02. */
const QUIET = 0.05;
/** Growth of external memory (outside V8's heap) after which V8 starts a full garbage collection. */
const NOTICED_BYTES = 64 * 1024 * 1024 + 1;

/**
 * Makes full garbage collections rare in a serving process: call it once the process serves.
 *
 * By default V8 runs one whenever the heap has grown by a tenth, if little is allocated. That is cheap
 * overall, but for 50 to 100 ms each time its threads and the database's compete for the same cores. At 200
 * events a second it ran every second or third second, and the requests of these moments were the slowest
 * hundredth of all. So V8 now waits until the heap has doubled, and garbage of finished work is collected
 * when the process is idle.
 * @param checkMs milliseconds between two checks whether it is idle
 */
export function collectGarbageRarely(checkMs = CHECK_MS): void {
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
  let before = performance.eventLoopUtilization();
  let hasGarbage = true;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > QUIET) hasGarbage = true;
    else if (hasGarbage) {
      hasGarbage = false;
      startCollection();
    }
  }, checkMs).unref();
}

/**
 * Heap growth in percent for a command that reads much and keeps little: by default V8 lets garbage pile up
 * to several times that.
 */
const SMALL_PERCENT = 50;

/** Collects garbage sooner: a fourth less memory is held, for a twentieth more computing. */
export const keepHeapSmall = (): void => setFlagsFromString(`--heap-growing-percent=${SMALL_PERCENT}`);

/**
 * Starts an incremental collection: one that is requested explicitly would block everything. Takes no memory.
 */
const startCollection = (): void => void new ArrayBuffer(NOTICED_BYTES);
