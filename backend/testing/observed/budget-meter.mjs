// A backend loads this file with `--import`, so that a test can measure its requests. The file serves HTTP on
// a socket. The parameter `socket` of the file's URL names the socket. `/begin` and `/end` start and end the
// measurement of a request. `/kept` returns the memory in use.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 5;

/** Returns the milliseconds for which this thread has waited for a core. */
function waited() {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/**
 * Returns the bytes in use, on and off the heap, after two garbage collections. The second collection frees
 * the memory that the finalizers of the first collection released.
 */
async function kept() {
  globalThis.gc();
  await new Promise(setImmediate);
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

let measuring;

function begin() {
  measuring = { gap: 0, at: performance.now(), wait: waited(), cpu: process.cpuUsage() };
  measuring.timer = setInterval(look, TICK_MS);
}

/**
 * Updates the longest gap. A gap is the time since the last call of this function, minus the timer's interval
 * and minus the time for which the thread waited for a CPU core.
 */
function look() {
  const [now, wait] = [performance.now(), waited()];
  const gap = now - measuring.at - TICK_MS - (wait - measuring.wait);
  measuring.gap = Math.max(measuring.gap, gap);
  measuring.at = now;
  measuring.wait = wait;
}

function end() {
  const { user, system } = process.cpuUsage(measuring.cpu);
  look();
  clearInterval(measuring.timer);
  return { gapMs: measuring.gap, cpuMs: (user + system) / 1000 };
}

const tasks = { '/kept': async () => ({ bytes: await kept() }), '/begin': begin, '/end': end };

// Worker threads load this file too. Their CPU time is already included in the CPU time of the process.
if (isMainThread)
  createServer(async (request, response) => response.end(JSON.stringify((await tasks[request.url]()) ?? {})))
    .listen(new URL(import.meta.url).searchParams.get('socket'))
    .unref();
