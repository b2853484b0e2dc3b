// Runs jest in one folder and summarises the results.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, run } from '../workspace.mjs';

/**
 * Megabytes for each semi-space of Node's young generation. With the default of 16, garbage collection takes
 * a tenth of the run time.
 */
const YOUNG = '--max-semi-space-size=64';

/** Jest's message about a test process that was killed from outside. */
const KILLED = /A jest worker process \(pid=\d+\) was terminated by another process: signal=(\w+)/;

/** Returns one line for each test file that did not run to its end, with the reason. */
const broken = ({ testResults }) =>
  testResults
    .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    .map(({ name, message }) => {
      const [, signal] = KILLED.exec(message) ?? [];
      const why =
        signal === undefined
          ? 'cannot be run'
          : `the process that ran it was ended by ${signal}, perhaps because memory ran out; run it alone`;
      return `${relative(root, name)}: ${why}`;
    });

/**
 * @param folder contains jest's configuration
 * @param report path of the report that jest writes
 * @param words further arguments for jest
 * @returns the numbers of passed and failed tests; `notes` has a line for each failure outside of tests
 */
export async function jestRun(folder, report, words = []) {
  rmSync(report, { force: true });
  let crash;
  try {
    const all = ['--json', `--outputFile=${report}`, '--silent', ...words];
    await run(process.execPath, [YOUNG, join(root, 'node_modules/jest/bin/jest.js'), ...all], {
      cwd: folder,
      env: { FORCE_COLOR: '0' },
    });
  } catch (error) {
    crash = error;
  }
  if (!existsSync(report)) return { passed: 0, failed: 1, notes: [crash?.message ?? 'there is no report'] };
  const counts = JSON.parse(readFileSync(report, 'utf8'));
  // A test file that cannot be loaded has no failed tests, so the file itself is counted as one failure.
  const failed = counts.numFailedTests + counts.numRuntimeErrorTestSuites;
  const unexplained = crash !== undefined && failed === 0;
  return {
    passed: counts.numPassedTests,
    failed: unexplained ? 1 : failed,
    notes: [...broken(counts), ...(unexplained ? [crash.message] : [])],
  };
}
