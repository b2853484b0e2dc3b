// Replaces the library in tests. The test environment provides `openThreads`.
exports.Piscina = class {
  constructor(options) {
    return globalThis.openThreads(options);
  }
};
