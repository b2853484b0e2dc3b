import asyncHooks from 'node:async_hooks';
import performance from 'node:perf_hooks';
import NodeEnvironment from '../../../jest/node-environment.mjs';
import { openSchemas } from './shared-validators.mjs';
import { openThreads, outside } from './shared-threads.mjs';

/** Ends what measures this process for the backends of a test file. */
const measuring = new Set();

/*
 * What a backend measures of its process, it measures until that ends. Of a test's backend it ends with the test file:
 * else each file's modules would stay, some 25 MB, and every pause of the collector would be told to all of them.
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

/** What a test file's modules carry along with their work. */
const carrying = new Set();

/*
 * A store that was used once is copied to each promise that is made from then on, and nothing ends that but its
 * `disable`: after a hundred test files a promise costs a hundred copies.
 */
const { AsyncLocalStorage } = asyncHooks;
asyncHooks.AsyncLocalStorage = class extends AsyncLocalStorage {
  constructor(...given) {
    super(...given);
    carrying.add(this);
  }
};

/** With threads and compiled schemas that outlive a test file. */
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
