// Selects which tests run: those of `npm test`, of `npm run test:all`, or of `npm run test:long`. Each of
// these tiers includes the one before it.

/** The tiers, from the smallest to the largest. */
const TIERS = ['short', 'all', 'long'];
/** A run that names a file of a later tier (`npx jest src/….all.spec.ts`) belongs to that tier. */
const named = TIERS.findLast((name) => process.argv.some((word) => word.includes(`.${name}.spec`)));

// The processes that run tests read the tier from their environment.
process.env.TEST_TIER ??= named ?? 'short';
const tier = process.env.TEST_TIER;
if (!TIERS.includes(tier)) throw new Error(`TEST_TIER must be one of ${TIERS.join(', ')}, not ${tier}.`);

/** True if this run includes the tests that begin in a tier. */
export const runs = (least) => TIERS.indexOf(tier) >= TIERS.indexOf(least);

/**
 * Patterns of test files that begin in a later tier. The name of such a file contains the tier
 * (`….all.spec.ts`).
 */
export const laterFiles = TIERS.filter((other) => !runs(other)).map((other) => `\\.${other}\\.spec\\.tsx?$`);
