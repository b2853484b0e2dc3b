import { stat } from 'node:fs/promises';
import { secretFilesOf } from '../../platform/config/environment-files.js';
import { secretFilePath } from '../../platform/config/secret-source.js';
import { type Check, ok, type CheckResult, warning } from './check.js';
import type { Context } from './context.js';

/** Permission bits that should not be set: the group's write bit, and all bits for other accounts. */
const TOO_WIDE = 0o027;
/** Names of secrets that the service generates if the operator does not configure them. */
const MADE = [
  'MASTER_KEY',
  'SESSION_SECRET',
  'INDEX_KEY',
  'CHECKPOINT_KEY',
  'APPEND_KEY',
  'ADMIN_PASSWORD',
  'AUDITOR_PASSWORD',
  'SEAL_P12',
  'SEAL_P12_PASSWORD',
  'DATABASE_URL',
];
const VARIABLES = 'See the table of variables in docs/operations.md.';
const NARROW = 'Remove the permissions of other accounts: chmod 600 for files, chmod 700 for folders.';

/** Returns the files and folders whose permissions are too wide. Paths that do not exist are skipped. */
async function tooWide(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const stats = await stat(path).catch(() => undefined);
      return stats !== undefined && (stats.mode & TOO_WIDE) !== 0 ? [path] : [];
    }),
  );
  return found.flat();
}

async function checkFiles({ env, secrets: { folder } }: Context): Promise<CheckResult> {
  const kept = MADE.map((name) => secretFilePath(folder, name));
  const wide = await tooWide([...secretFilesOf(env), folder, ...kept]);
  return wide.length === 0
    ? ok('Only the owner and the group of the secret files can read them.')
    : warning(`Other accounts can read or change ${wide.join(', ')}.`, NARROW);
}

function checkMetrics({ config: { metricsToken, localMetrics } }: Context): CheckResult {
  if (metricsToken !== undefined) return ok('/metrics can be read with METRICS_TOKEN.');
  return localMetrics
    ? ok('/metrics can be read from this machine.')
    : warning(
        'Nobody can read /metrics: the service is behind a proxy (TRUST_PROXY, or https in PUBLIC_URL), and METRICS_TOKEN is not set.',
        'Set METRICS_TOKEN.',
      );
}

export const configurationChecks = (context: Context): readonly Check[] => [
  {
    name: 'configuration',
    todo: VARIABLES,
    run: async () => {
      const { warnings } = context.config;
      return warnings.length === 0
        ? ok('All variables are valid, and no secret is missing.')
        : warning(warnings.join(' '), VARIABLES);
    },
  },
  { name: 'secret files', todo: NARROW, run: () => checkFiles(context) },
  { name: 'metrics', todo: 'Set METRICS_TOKEN.', run: async () => checkMetrics(context) },
];
