// A test environment in which a test file fails if it leaves something running: a timer, connection, server
// or process.
import { setTimeout as pause } from 'node:timers/promises';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import './compile-once.mjs';
import { sharedGlobals } from './runtime.cjs';

const { createContext } = vm;
const { defineProperties } = Object;

/** Maximum number of milliseconds that resources may take to close in the background after the last test. */
const GRACE_MS = 5_000;

/**
 * The context in which all test files of this process run. It contains the modules that the test files share
 * (runtime.cjs).
 */
let context;
/** The global object of the context. */
let shared;

/** Counts the resources that keep the process alive. @returns a map from kind of resource to number */
function openResources() {
  const counts = new Map();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

export default class extends TestEnvironment {
  /**
   * Replaces jest's global object by an ordinary object. Jest's own global object is a proxy, in which each
   * access to `Array` or `Buffer` takes about thirty times as long as in an ordinary object.
   */
  constructor(...given) {
    const known = shared;
    vm.createContext = () => (context ??= createContext(vm.constants.DONT_CONTEXTIFY));
    // Prevents jest from defining its own properties on the shared global object a second time.
    Object.defineProperties = (target, properties) =>
      target === known ? target : defineProperties(target, properties);
    try {
      super(...given);
    } finally {
      vm.createContext = createContext;
      Object.defineProperties = defineProperties;
    }
    shared = this.global;
    this.clean = Object.getOwnPropertyDescriptors(this.global);
  }

  async setup() {
    await super.setup();
    // Node opens stdout and stderr when they are first used, and keeps them open. They are opened before the
    // tests, because otherwise, with `CI` set, the first test file would be reported for leaving them open.
    this.outputs = [process.stdout, process.stderr];
    this.before = openResources();
    this.failures = [];
  }

  /**
   * Collects the errors of failed tests. A failed test often leaves something running, so that the whole file
   * fails too. Jest then does not report the failed test, so `report` adds its error.
   */
  handleTestEvent({ name, error, test }) {
    if (name === 'hook_failure') this.failures.push(error);
    if (name === 'test_done') this.failures.push(...test.errors.flat().slice(0, 1));
  }

  /** Returns the kinds of resources of which more exist than when the test file began, with their numbers. */
  left() {
    return [...openResources()].filter(([kind, count]) => count > (this.before.get(kind) ?? 0));
  }

  report() {
    const first = this.failures.find((failure) => failure !== null && failure !== undefined);
    const why = first === undefined ? '' : `\nafter ${first.stack ?? first}`;
    return `left running by this file: ${this.left().join('; ')}${why}`;
  }

  /**
   * Removes the properties that a test file added to the global object, and restores the properties that it
   * changed. Added properties would keep the file's modules in memory, and the next file would see them.
   * Properties whose key is a symbol are removed too. Under one symbol, jest keeps a list of its listeners
   * for test events. Without the removal, this list would include the listeners of all earlier files.
   */
  cleanUp() {
    for (const name of Reflect.ownKeys(this.global))
      if (!(name in this.clean) && !sharedGlobals.has(name)) Reflect.deleteProperty(this.global, name);
    for (const name of Reflect.ownKeys(this.clean)) {
      const was = this.clean[name];
      const is = Object.getOwnPropertyDescriptor(this.global, name);
      if (was.configurable && (is?.value !== was.value || is?.get !== was.get))
        Object.defineProperty(this.global, name, was);
    }
  }

  async teardown() {
    const until = Date.now() + GRACE_MS * Number(process.env.TEST_TIME_FACTOR);
    await super.teardown();
    this.cleanUp();
    while (this.left().length > 0) {
      if (Date.now() > until) throw new Error(this.report());
      await pause(20);
    }
  }
}
