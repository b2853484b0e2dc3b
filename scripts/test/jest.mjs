// A jest run of one folder, and what became of its tests.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root, run } from '../workspace.mjs';

/** Megabytes for what is young: with Node's 16 a tenth of the time goes into collecting it. */
const YOUNG = '--max-semi-space-size=64';

/** The library's own words of a process that ran a file's tests and was ended by somebody else. */
const KILLED = /A jest worker process \(pid=\d+\) was terminated by another process: signal=(\w+)/;

/** Files whose tests were never run to their end, with the reason in a line. */
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
 * @param folder with its configuration of jest
 * @param report where the library writes its own
 * @param words further ones for the library
 * @returns how many passed and failed, and lines about what is none of a test's own
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
  if (!existsSync(report)) return { passed: 0, failed: 1, told: [crash?.message ?? 'there is no report'] };
  const counts = JSON.parse(readFileSync(report, 'utf8'));
  // A suite that cannot even be loaded has no tests to count, and must not pass for it.
  const failed = counts.numFailedTests + counts.numRuntimeErrorTestSuites;
  const unexplained = crash !== undefined && failed === 0;
  return {
    passed: counts.numPassedTests,
    failed: unexplained ? 1 : failed,
    told: [...broken(counts), ...(unexplained ? [crash.message] : [])],
  };
}
