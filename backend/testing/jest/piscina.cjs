// In place of the library where tests run: `openThreads` comes from their environment.
exports.Piscina = class {
  constructor(options) {
    return globalThis.openThreads(options);
  }
};
