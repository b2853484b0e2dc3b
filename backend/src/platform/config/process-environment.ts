import { type Config, readConfig } from './config.js';
import { withFiles } from './environment-files.js';
import { type Secrets, readSecrets } from './secrets.js';

/** The one place that reads this process' environment. @throws ConfigInvalid */
export function configOfThisProcess(): Config {
  return readConfig(withFiles(process.env));
}

/** @throws ConfigInvalid */
export function secretsOfThisProcess(config: Config): Promise<Secrets> {
  return readSecrets(config, withFiles(process.env));
}

/** For programs that are started from here. */
export const environmentWith = (changes: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({ ...process.env, ...changes });
