// A reporter for runs that only ask whether some test fails: the first one that does ends the run.
const { writeFileSync } = require('node:fs');

module.exports = class {
  /** Node's own end leaves no process behind: whoever started the run ends its group. */
  onTestCaseResult(_file, { status, fullName, failureMessages }) {
    if (status !== 'failed') return;
    writeFileSync(process.env.FIRST_FAILURE, [fullName, ...failureMessages].join('\n'));
    process.exit(1);
  }
};
