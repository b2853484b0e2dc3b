import asyncHooks from 'node:async_hooks';
import performance from 'node:perf_hooks';
import NodeEnvironment from '../../../jest/node-environment.mjs';
import { openSchemas } from './shared-validators.mjs';
import { openThreads, outside } from './shared-threads.mjs';

/** Functions that end measurements of this process. The backends of a test file begin these measurements. */
const measuring = new Set();

/*
 * A backend measures its process until the process ends. In tests, these measurements end with the test file.
 * Otherwise each file's modules, about 25 MB, would stay in memory, and the measurements of every file would
 * be notified of every garbage collection.
 */
const { monitorEventLoopDelay, PerformanceObserver } = performance;
performance.monitorEventLoopDelay = (options) => {
  const histogram = outside.runInAsyncScope(() => monitorEventLoopDelay(options));
  measuring.add(() => histogram.disable());
  return histogram;
};
performance.PerformanceObserver = class extends PerformanceObserver {
  constructor(callback) {
    super(callback);
    measuring.add(() => this.disconnect());
  }
};

/** The AsyncLocalStorage instances of a test file's modules. */
const carrying = new Set();

/*
 * After the first use of a store, Node.js copies the store to every later promise until the store's `disable`
 * is called. If `disable` were never called, each promise would need a hundred copies after a hundred test
 * files.
 */
const { AsyncLocalStorage } = asyncHooks;
asyncHooks.AsyncLocalStorage = class extends AsyncLocalStorage {
  constructor(...given) {
    super(...given);
    carrying.add(this);
  }
};

/** Adds threads and compiled schemas that outlive a test file. */
export default class extends NodeEnvironment {
  async setup() {
    await super.setup();
    this.global.openThreads = openThreads;
    this.global.openSchemas = openSchemas;
  }

  async teardown() {
    for (const end of measuring) end();
    measuring.clear();
    for (const store of carrying) store.disable();
    carrying.clear();
    await super.teardown();
  }
}
