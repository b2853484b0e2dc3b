import { AsyncResource } from 'node:async_hooks';
import { Piscina } from 'piscina';

/** Milliseconds: longer than any test file without a document. */
const IDLE_MS = 600_000;

/** Before any test: what is begun in one keeps its context, and with it all that the test file loaded. */
export const outside = new AsyncResource('shared-threads');

/** Of this process, by what they are opened with. */
const pools = new Map();

function poolFor(options) {
  const key = JSON.stringify(options);
  const known = pools.get(key);
  if (known !== undefined) return known;
  const pool = outside.runInAsyncScope(() => new Piscina({ ...JSON.parse(key), idleTimeout: IDLE_MS }));
  pool.on('error', () => undefined);
  pools.set(key, pool);
  return pool;
}

/**
 * Stands in for a pool of threads that run what is built: they stay when it is closed, and the next backend of a
 * test finds them warm. Threads of its own would need ten times as long for its first document as for its tenth,
 * a fifth of all that the tests compute.
 */
class SharedThreads {
  constructor(options) {
    this.pool = poolFor(options);
    this.ending = new AbortController();
    this.running = new Set();
  }

  get queueSize() {
    return this.pool.queueSize;
  }

  get threads() {
    return this.pool.threads;
  }

  on() {}

  run(task, { name, signal }) {
    const ended = AbortSignal.any([signal, this.ending.signal]);
    const result = outside.runInAsyncScope(() => this.pool.run(task, { name, signal: ended }));
    const settled = result.then(
      () => this.running.delete(settled),
      () => this.running.delete(settled),
    );
    this.running.add(settled);
    return result;
  }

  /** What still runs is broken off, as it is where threads end. */
  async destroy() {
    this.ending.abort();
    await Promise.all(this.running);
  }
}

/** Threads that run what is built are shared by all test files of this process; others are as the library has them. */
export const openThreads = (options) =>
  /[\\/]dist[\\/]/.test(options.filename) ? new SharedThreads(options) : new Piscina(options);
