import { AsyncResource } from 'node:async_hooks';
import { Piscina } from 'piscina';

/**
 * Milliseconds after which an idle thread ends. Test files that make no document take less time than this.
 */
const IDLE_MS = 600_000;

/**
 * An async context that was created before any test. Work that begins in a test's context would keep that
 * context in memory, and with it all modules of the test file.
 */
export const outside = new AsyncResource('shared-threads');

/** Pools of this process, by their options. */
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
 * Replaces a pool of threads that run built code. The threads stay when the pool is closed, so the next
 * backend in a test gets warm threads. A new thread takes ten times as long for its first document as for its
 * tenth. Before the threads were shared, the first documents took a fifth of all CPU time of the tests.
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

  /** Aborts running tasks, as ending the threads would. */
  async destroy() {
    this.ending.abort();
    await Promise.all(this.running);
  }
}

/**
 * Opens threads. All test files of this process share the threads for built code. Other code gets threads of
 * its own from the library.
 */
export const openThreads = (options) =>
  /[\\/]dist[\\/]/.test(options.filename) ? new SharedThreads(options) : new Piscina(options);
