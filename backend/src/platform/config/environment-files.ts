import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/**
 * Variables whose value can be given in a file instead of in the environment. A file is safer, because every
 * child process inherits the environment, and every crash report contains the environment.
 */
const NAMES = [
  'MASTER_KEY',
  'MASTER_KEY_OLD',
  'SESSION_SECRET',
  'INDEX_KEY',
  'CHECKPOINT_KEY',
  'APPEND_KEY',
  'LOG_ADOPTED',
  'ADMIN_PASSWORD',
  'AUDITOR_PASSWORD',
  'SEAL_P12_PASSWORD',
  'DATABASE_URL',
  'EVENT_STORE_URL',
  'SMTP_URL',
  'SENDGRID_API_KEY',
  'SENDGRID_WEBHOOK_PUBLIC_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'OPENAI_API_KEY',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

const isGiven = (value: string | undefined): value is string => value !== undefined && value !== '';

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/**
 * Reads each file that a variable `<NAME>_FILE` names, and adds the file's trimmed content to the environment
 * as `<NAME>`. This is the usual way to give secrets to containers. A file that cannot be read or is empty is
 * a problem. It is also a problem if both `<NAME>` and `<NAME>_FILE` are set.
 */
export function withFiles(env: NodeJS.ProcessEnv): {
  readonly env: NodeJS.ProcessEnv;
  readonly problems: readonly string[];
} {
  const result = { ...env };
  const problems: string[] = [];
  for (const name of NAMES) {
    const path = env[`${name}_FILE`];
    if (!isGiven(path)) continue;
    const content = contentOf(path);
    if (isGiven(env[name])) problems.push(`${name} and ${name}_FILE are both set. Remove one of them.`);
    else if (content === undefined) problems.push(`${name}_FILE: the file ${path} cannot be read.`);
    else if (content === '') problems.push(`${name}_FILE: the file ${path} is empty.`);
    result[name] = content;
  }
  return { env: result, problems };
}

/**
 * Returns the files that contain an environment's secrets. These are the files that `<NAME>_FILE` variables
 * name, and the file of the seal.
 */
export function secretFilesOf(env: NodeJS.ProcessEnv): readonly string[] {
  const seal = env['SEAL_P12'];
  const named = [
    ...NAMES.map((name) => env[`${name}_FILE`]),
    isGiven(seal) && isAbsolute(seal) ? seal : undefined,
  ];
  return named.filter(isGiven);
}
