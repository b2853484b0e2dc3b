// Selects the tier of this run, which decides which tests run. `npm test` runs the tier `short`, `npm run
// test:all` the tier `all`, and `npm run test:long` the tier `long`. Each tier includes the tests of the
// tiers before it.

/** The tiers, from the smallest to the largest. */
const TIERS = ['short', 'all', 'long'];
/** A run whose arguments name a file of a later tier (`npx jest src/….all.spec.ts`) belongs to that tier. */
const named = TIERS.findLast((name) => process.argv.some((word) => word.includes(`.${name}.spec`)));

// The processes that run tests read the tier from their environment.
process.env.TEST_TIER ??= named ?? 'short';
const tier = process.env.TEST_TIER;
if (!TIERS.includes(tier)) throw new Error(`TEST_TIER must be one of ${TIERS.join(', ')}, not ${tier}.`);

/** True if the tests of this tier are part of the current run. */
export const runs = (least) => TIERS.indexOf(tier) >= TIERS.indexOf(least);

/**
 * Patterns that match the test files that belong to a later tier than this run. The name of such a file
 * contains its tier (`….all.spec.ts`).
 */
export const laterFiles = TIERS.filter((other) => !runs(other)).map((other) => `\\.${other}\\.spec\\.tsx?$`);
