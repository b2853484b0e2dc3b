// Property tests of `npm test` try the same cases each time, so that it is red for what was changed alone.
// `npm run test:long` tries others each time, and prints the seed of what failed.
const fc = require('../node_modules/fast-check/lib/cjs/fast-check.js');

if (!globalThis.TEST_WHOLE) fc.configureGlobal({ seed: 20261123 });
module.exports = fc;
