// Runs the checks of a script that tests the product, and counts passed and failed checks. If a check fails,
// the next check still runs.

const counts = { passed: 0, failed: 0 };

export async function check(name, work) {
  try {
    await work();
    counts.passed += 1;
    console.log(`  ok  ${name}`);
  } catch (error) {
    counts.failed += 1;
    console.error(`  FAILED  ${name}`, error);
  }
}

/** Counts an error that occurred between two checks and kept the remaining checks from running. */
export function recordError(error) {
  counts.failed += 1;
  console.error(error);
}

export const hasFailed = () => counts.failed > 0;

/** Prints the counts. @returns true if at least one check ran and all passed */
export function allPassed(more = '') {
  console.log(`${counts.passed} passed, ${counts.failed} failed${more}`);
  return counts.failed === 0 && counts.passed > 0;
}
