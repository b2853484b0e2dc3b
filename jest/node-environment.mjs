// A test file passes only when it leaves nothing running: no timer, connection, server or process.
import { setTimeout as pause } from 'node:timers/promises';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import './compile-once.mjs';
import { sharedGlobals } from './runtime.cjs';

const { createContext } = vm;
const { defineProperties } = Object;

/** Milliseconds for what closes in the background after the last test. */
const GRACE_MS = 5_000;

/** The one in which all test files of this process run, as the modules do that they share (runtime.cjs). */
let context;
/** Its global object. */
let shared;

/** What keeps the process alive, by kind. */
function openResources() {
  const counts = new Map();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

export default class extends TestEnvironment {
  /**
   * The library's global object is a proxy, and each look at `Array` or `Buffer` costs some thirty times what it
   * costs elsewhere: here it is an ordinary one.
   */
  constructor(...given) {
    const known = shared;
    vm.createContext = () => (context ??= createContext(vm.constants.DONT_CONTEXTIFY));
    // What the library keeps on the global object for itself it may not define twice.
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
    // Node opens a process's own outputs at first use and keeps them: with `CI` set, that was the first test's.
    this.outputs = [process.stdout, process.stderr];
    this.before = openResources();
    this.failures = [];
  }

  /** What failed often leaves something running, and is not told of a file that does. */
  handleTestEvent({ name, error, test }) {
    if (name === 'hook_failure') this.failures.push(error);
    if (name === 'test_done') this.failures.push(...test.errors.flat().slice(0, 1));
  }

  /** Kinds of which there are more than before the file began. */
  left() {
    return [...openResources()].filter(([kind, count]) => count > (this.before.get(kind) ?? 0));
  }

  told() {
    const first = this.failures.find((failure) => failure !== null && failure !== undefined);
    const why = first === undefined ? '' : `\nafter ${first.stack ?? first}`;
    return `left running by this file: ${this.left().join('; ')}${why}`;
  }

  /**
   * What a file leaves on the global object would keep its modules, and the next file would find it. Symbols are among
   * it: by one of them the library finds whom to tell of each test, which was all files before too.
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
      if (Date.now() > until) throw new Error(this.told());
      await pause(20);
    }
  }
}
