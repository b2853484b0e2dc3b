// What a run of tests sets for each file. Not part of the configuration, which the cache of transformed files is
// kept by: each run would begin with none.

// How much slower this machine is than an idle one: limits and waits are stretched by it.
globalThis.TEST_TIME_FACTOR = Number(process.env.TEST_TIME_FACTOR);
// `npm run test:long`: sizes are whole, not a tenth.
globalThis.TEST_WHOLE = process.env.TEST_TIER === 'long';
// That, or `npm run test:all`.
globalThis.TEST_ALL = globalThis.TEST_WHOLE || process.env.TEST_TIER === 'all';
// Far above what any test needs: only one that hangs takes so long. Whoever makes tests hang has them end sooner.
const most = Number(process.env.TEST_HANGS_MS ?? (globalThis.TEST_WHOLE ? 1_800_000 : 400_000));
jest.setTimeout(Math.ceil(most * globalThis.TEST_TIME_FACTOR));
// `npm run test:fuzz -- <seed>`: repeats a run.
globalThis.TEST_SEED = process.env.TEST_SEED;

// The library has each error keep a hundred calls, whether anybody reads them or not: Node's own ten are enough.
Error.stackTraceLimit = 10;
