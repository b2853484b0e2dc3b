import { type Config, readConfig } from './config.js';
import { withFiles } from './environment-files.js';

/** This file alone reads the process' environment. @throws ConfigInvalid */
export function configOfThisProcess(): Config {
  return readConfig(environmentOfThisProcess());
}

/** With what `…_FILE` variables name read in. @throws ConfigInvalid */
export const environmentOfThisProcess = (): NodeJS.ProcessEnv => withFiles(process.env);

/** For programs that are started from here. */
export const environmentWith = (changes: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...changes,
});
