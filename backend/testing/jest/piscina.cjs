// Replaces the library in tests. Their environment provides `openThreads`.
exports.Piscina = class {
  constructor(options) {
    return globalThis.openThreads(options);
  }
};
