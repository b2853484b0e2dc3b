// Loads what tests share once in a process, and not for each test file: packages, and our own modules but for specs
// and what helps them. Loading was a third of the time that the backend's tests took.
const { readFileSync } = require('node:fs');
const { default: Runtime } = require('jest-runtime');

/** Loaded anew for each test file: specs, what helps them and may hold a state of theirs, and the test library. */
const OWN = [
  /\.spec\.tsx?$/,
  /[\\/](?:backend|contracts)[\\/](?:.*[\\/])?testing[\\/](?!(?:jest[\\/])?piscina\.cjs$)/,
  /[\\/]backend[\\/]bench[\\/]/,
  /[\\/]jest[\\/][^\\/]+$/,
  /[\\/]node_modules[\\/](?:jest|@jest|expect|fast-check|pure-rand|chalk|pretty-format)/,
];
/** A test file that puts something in the place of a module has modules of its own. */
const REPLACES = /jest\s*\.\s*(?:mock|doMock|setMock|resetModules|isolateModules)/;

/** Of this process, by path. */
const modules = new Map();
const sourceMaps = new Map();
/** Globals that shared modules have made: these are used for as long as the modules are. */
const globals = new Set();

/** The one of the test file that runs. */
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

    /** A shared module that loads another one later asks the runtime that it was loaded by, which may have ended. */
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

    /** A stack passes through modules of this test file and through those that an earlier one loaded. */
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
