import { stat } from 'node:fs/promises';
import { secretFilesOf } from '../../platform/config/environment-files.js';
import { secretFilePath } from '../../platform/config/secret-source.js';
import { type Check, ok, type Seen, warning } from './check.js';
import type { Given } from './given.js';

/** Others may read or change it, or a group may change it. */
const TOO_WIDE = 0o027;
/** Names of secrets that are made where they are not given. */
const MADE = [
  'MASTER_KEY',
  'SESSION_SECRET',
  'INDEX_KEY',
  'CHECKPOINT_KEY',
  'ADMIN_PASSWORD',
  'AUDITOR_PASSWORD',
  'SEAL_P12',
  'SEAL_P12_PASSWORD',
  'DATABASE_URL',
];
const VARIABLES = 'See the table of variables in docs/operations.md.';
const NARROW = 'Take the rights of others away: chmod 600 for files, chmod 700 for folders.';

/** Those files and folders whose rights are too wide; what is not there is none. */
async function tooWide(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const stats = await stat(path).catch(() => undefined);
      return stats !== undefined && (stats.mode & TOO_WIDE) !== 0 ? [path] : [];
    }),
  );
  return found.flat();
}

async function seeFiles({ env, secrets: { folder } }: Given): Promise<Seen> {
  const kept = MADE.map((name) => secretFilePath(folder, name));
  const wide = await tooWide([...secretFilesOf(env), folder, ...kept]);
  return wide.length === 0
    ? ok('Nobody but their owner and their group may read them.')
    : warning(`Others may read or change ${wide.join(', ')}.`, NARROW);
}

function seeMetrics({ config: { metricsToken, localMetrics } }: Given): Seen {
  if (metricsToken !== undefined) return ok('Whoever bears METRICS_TOKEN may read /metrics.');
  return localMetrics
    ? ok('This machine may read /metrics.')
    : warning('Nobody can read /metrics: a proxy stands before the service.', 'Set METRICS_TOKEN.');
}

export const configurationChecks = (given: Given): readonly Check[] => [
  {
    name: 'configuration',
    todo: VARIABLES,
    look: async () => {
      const { warnings } = given.config;
      return warnings.length === 0
        ? ok('Every variable can be used, and every secret is there.')
        : warning(warnings.join(' '), VARIABLES);
    },
  },
  { name: 'secret files', todo: NARROW, look: () => seeFiles(given) },
  { name: 'metrics', todo: 'Set METRICS_TOKEN.', look: async () => seeMetrics(given) },
];
