import { type Check, type Outcome, notTried } from './check.js';
import { addressesCheck } from './addresses-check.js';
import { configurationChecks } from './configuration-checks.js';
import { databaseChecks } from './database-checks.js';
import { diskCheck } from './disk-check.js';
import { type Context, Connections } from './context.js';
import { logChecks } from './log-checks.js';
import { obligationsCheck } from './obligations-check.js';
import { providerChecks } from './provider-checks.js';
import { runChecks } from './run-checks.js';
import { sealCheck } from './seal-check.js';
import { storeCertificateCheck } from './store-certificate-check.js';
import { webChecks } from './web-checks.js';
import { workChecks } from './work-checks.js';

/** Returns all checks. Each check comes after the checks that it needs. */
const checksOf = (context: Context, connections: Connections): readonly Check[] => [
  ...configurationChecks(context),
  diskCheck(context.config.dataDir),
  ...databaseChecks(context, connections),
  ...workChecks(context, connections),
  storeCertificateCheck(context),
  ...logChecks(context, connections),
  obligationsCheck(context, connections),
  addressesCheck(context, connections),
  sealCheck(context),
  ...providerChecks(context),
  ...webChecks(context),
];

/**
 * Checks everything that the service needs. It changes only one row of the database, which the readiness
 * check also writes in order to test the database.
 */
export async function examine(context: Context): Promise<readonly Outcome[]> {
  const connections = new Connections();
  try {
    return await runChecks(checksOf(context, connections), context.withinMs);
  } finally {
    await connections.close();
  }
}

/** Returns the report on a configuration that cannot be used. Nothing else can be checked then. */
export const unusable = (problems: readonly string[]): readonly Outcome[] => [
  {
    name: 'configuration',
    state: 'fault',
    says: problems.join(' '),
    todo: 'See the table of variables in docs/operations.md.',
  },
  { name: 'everything else', ...notTried("Not tried, because the check 'configuration' found a fault.") },
];
