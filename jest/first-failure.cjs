// A reporter that ends the run at the first failing test. It is for runs that only need to know whether any
// test fails.
const { writeFileSync } = require('node:fs');

module.exports = class {
  /** Exits at once: the program that started the run ends its process group. */
  onTestCaseResult(_file, { status, fullName, failureMessages }) {
    if (status !== 'failed') return;
    writeFileSync(process.env.FIRST_FAILURE, [fullName, ...failureMessages].join('\n'));
    process.exit(1);
  }
};
