// Which tests run: those of `npm test`, of `npm run test:all`, or of `npm run test:long`. Each holds the one before it.

/** From the smallest on. */
const TIERS = ['short', 'all', 'long'];
/** A run that names a file of a later tier (`npx jest src/….all.spec.ts`) is of that tier. */
const named = TIERS.findLast((name) => process.argv.some((word) => word.includes(`.${name}.spec`)));

// The processes that run tests take it from their environment.
process.env.TEST_TIER ??= named ?? 'short';
const tier = process.env.TEST_TIER;
if (!TIERS.includes(tier)) throw new Error(`TEST_TIER is one of ${TIERS.join(', ')}, not ${tier}.`);

/** Whether this run holds what begins in that tier. */
export const runs = (least) => TIERS.indexOf(tier) >= TIERS.indexOf(least);

/** Files of tests that begin in a later tier: their names carry it (`….all.spec.ts`). */
export const laterFiles = TIERS.filter((other) => !runs(other)).map((other) => `\\.${other}\\.spec\\.tsx?$`);
