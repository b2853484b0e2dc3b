import { type Check, type Outcome, notTried } from './check.js';
import { addressesCheck } from './addresses-check.js';
import { configurationChecks } from './configuration-checks.js';
import { databaseChecks } from './database-checks.js';
import { diskCheck } from './disk-check.js';
import { type Given, Opened } from './given.js';
import { logChecks } from './log-checks.js';
import { providerChecks } from './provider-checks.js';
import { runChecks } from './run-checks.js';
import { sealCheck } from './seal-check.js';
import { webChecks } from './web-checks.js';
import { workChecks } from './work-checks.js';

/** All checks. Each comes after those that it needs. */
const checksOf = (given: Given, opened: Opened): readonly Check[] => [
  ...configurationChecks(given),
  diskCheck(given.config.dataDir),
  ...databaseChecks(given, opened),
  ...workChecks(given, opened),
  ...logChecks(given, opened),
  addressesCheck(given, opened),
  sealCheck(given),
  ...providerChecks(given),
  ...webChecks(given),
];

/**
 * Checks everything that the service needs. Changes nothing but the row that readiness writes to test the
 * database.
 */
export async function examine(given: Given): Promise<readonly Outcome[]> {
  const opened = new Opened();
  try {
    return await runChecks(checksOf(given, opened), given.withinMs);
  } finally {
    await opened.close();
  }
}

/** The report on a configuration that cannot be used: nothing else can be checked. */
export const unusable = (problems: readonly string[]): readonly Outcome[] => [
  {
    name: 'configuration',
    state: 'fault',
    says: problems.join(' '),
    todo: 'See the table of variables in docs/operations.md.',
  },
  { name: 'everything else', ...notTried("Needs 'configuration', which is at fault.") },
];
