// Property tests of `npm test` use a fixed seed, so that only changes of the code can make them fail. `npm
// run test:long` uses a new seed each time, and prints it on failure.
const fc = require('../node_modules/fast-check/lib/cjs/fast-check.js');

if (!globalThis.TEST_WHOLE) fc.configureGlobal({ seed: 20261123 });
module.exports = fc;
