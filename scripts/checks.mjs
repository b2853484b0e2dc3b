// Checks of a script that tries the product, counted: one that fails does not keep the next one from being made.

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

/** What happened between two checks kept the others from being made. */
export function brokeOff(error) {
  counts.failed += 1;
  console.error(error);
}

export const hasFailed = () => counts.failed > 0;

/** Says how many there were. @returns whether there was one, and all passed */
export function allPassed(more = '') {
  console.log(`${counts.passed} passed, ${counts.failed} failed${more}`);
  return counts.failed === 0 && counts.passed > 0;
}
