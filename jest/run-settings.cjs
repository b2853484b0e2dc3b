// Gives each test file the settings of the run. They are not in the configuration, which is part of the cache
// key of transformed files: each run would start with an empty cache.

// The factor by which this machine is slower than an idle one. Limits and waits are multiplied by it.
globalThis.TEST_TIME_FACTOR = Number(process.env.TEST_TIME_FACTOR);
// True in `npm run test:long`: then tests use full sizes instead of a tenth.
globalThis.TEST_WHOLE = process.env.TEST_TIER === 'long';
// True in `npm run test:long` and `npm run test:all`.
globalThis.TEST_ALL = globalThis.TEST_WHOLE || process.env.TEST_TIER === 'all';
// Far above the time that any test needs, so that it only ends hanging tests. Runs in which tests hang on
// purpose set a lower limit.
const most = Number(process.env.TEST_HANGS_MS ?? (globalThis.TEST_WHOLE ? 1_800_000 : 400_000));
jest.setTimeout(Math.ceil(most * globalThis.TEST_TIME_FACTOR));
// Set by `npm run test:fuzz -- <seed>`, which repeats a run.
globalThis.TEST_SEED = process.env.TEST_SEED;
// Lowers the number of events in tests of a large log (backend/testing/log/large-log.ts).
globalThis.TEST_LARGE_LOG = process.env.TEST_LARGE_LOG;

// The library sets the length of stack traces to a hundred calls, which takes time for each error even if
// nobody reads its trace. Node's default of ten is enough.
Error.stackTraceLimit = 10;
