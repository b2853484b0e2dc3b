// Limits and waits of tests, stretched by how much slower this machine is than an idle one. Not part of the
// configuration, which the cache of transformed files is kept by: each run would begin with none.
globalThis.TEST_TIME_FACTOR = Number(process.env.TEST_TIME_FACTOR);
// Far above what any test needs: only one that hangs takes so long.
jest.setTimeout(Math.ceil(400_000 * globalThis.TEST_TIME_FACTOR));
