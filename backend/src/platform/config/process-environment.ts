import { type Config, ConfigInvalid, parseConfig } from './config.js';
import { withFiles } from './environment-files.js';

/** What this process was given, as far as it can be used. */
export interface GivenEnvironment {
  readonly config: Config;
  /** With what `…_FILE` variables name read in. */
  readonly env: NodeJS.ProcessEnv;
  /** All that is wrong with both. */
  readonly problems: readonly string[];
}

/** This file alone reads the process' environment. */
export function environmentOfThisProcess(): GivenEnvironment {
  const files = withFiles(process.env);
  const { config, problems } = parseConfig(files.env);
  return { config, env: files.env, problems: [...files.problems, ...problems] };
}

/** @throws ConfigInvalid */
export function configOfThisProcess(): Config {
  const { config, problems } = environmentOfThisProcess();
  if (problems.length > 0) throw new ConfigInvalid(problems);
  return config;
}

/** For programs that are started from here. */
export const environmentWith = (changes: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...changes,
});

/** npm runs its scripts in the project's folder: names that a person gives are those of the folder of the call. */
export const callersFolder = (): string => process.env['INIT_CWD'] ?? process.cwd();
