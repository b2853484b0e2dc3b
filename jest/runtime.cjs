// Loads shared modules once per process instead of once per test file: packages, and our own modules except
// specs and test helpers. Loading took a third of the time of the backend's tests.
const { readFileSync } = require('node:fs');
const { default: Runtime } = require('jest-runtime');

/**
 * Modules that are loaded again for each test file: specs, helpers that may contain a spec's state, and the
 * test library.
 */
const OWN = [
  /\.spec\.tsx?$/,
  /[\\/](?:backend|contracts)[\\/](?:.*[\\/])?testing[\\/](?!(?:jest[\\/])?piscina\.cjs$)/,
  /[\\/]backend[\\/]bench[\\/]/,
  /[\\/]jest[\\/][^\\/]+$/,
  /[\\/]node_modules[\\/](?:jest|@jest|expect|fast-check|pure-rand|chalk|pretty-format)/,
];
/** Test files that replace modules. They get their own copies of all modules. */
const REPLACES = /jest\s*\.\s*(?:mock|doMock|setMock|resetModules|isolateModules)/;

/** Shared modules of this process, by path. */
const modules = new Map();
const sourceMaps = new Map();
/** Globals that shared modules have created. They stay for as long as the modules do. */
const globals = new Set();

/** The runtime of the current test file. */
let current;

module.exports = {
  __esModule: true,
  sharedGlobals: globals,
  default: class extends Runtime {
    constructor(...given) {
      super(...given);
      current = this;
      this.hasOwn = REPLACES.test(readFileSync(given[6], 'utf8'));
      this.depth = 0;
    }

    /**
     * Uses the current runtime. A shared module may load another module later; it would then call the runtime
     * by which it was itself loaded, and that runtime may have been torn down.
     */
    requireModuleOrMock(from, name) {
      return current === this
        ? super.requireModuleOrMock(from, name)
        : current.requireModuleOrMock(from, name);
    }

    requireModule(from, name, options, isActual) {
      const load = () => super.requireModule(from, name, options, isActual);
      if (this.hasOwn || options?.isInternalModule || (name && this._resolution.isCoreModule(name)))
        return load();
      const path = this._resolution.resolveCjs(from, name);
      const known = modules.get(path);
      if (known !== undefined) return known.exports;
      return OWN.some((pattern) => pattern.test(path)) ? load() : this.share(path, load);
    }

    share(path, load) {
      const names = () => Reflect.ownKeys(this._environment.global);
      const before = this.depth === 0 ? new Set(names()) : undefined;
      this.depth += 1;
      try {
        return load();
      } finally {
        this.depth -= 1;
        const loaded = this.registries.getActiveCjsRegistry().get(path);
        if (loaded?.loaded) modules.set(path, loaded);
        const made = before === undefined ? [] : names().filter((name) => !before.has(name));
        for (const name of made) globals.add(name);
      }
    }

    /**
     * Combines two sets of source maps: a stack trace may contain modules of this test file, and modules that
     * an earlier file loaded.
     */
    getSourceMaps() {
      const own = super.getSourceMaps();
      return {
        get: (path) => own.get(path) ?? sourceMaps.get(path),
        [Symbol.iterator]: () => new Map([...sourceMaps, ...own])[Symbol.iterator](),
      };
    }

    teardown() {
      for (const [path, map] of super.getSourceMaps()) sourceMaps.set(path, map);
      super.teardown();
    }
  },
};
