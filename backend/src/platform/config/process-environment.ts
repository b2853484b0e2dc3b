import { type Config, ConfigInvalid, parseConfig } from './config.js';
import { withFiles } from './environment-files.js';

/** This process's environment, parsed as far as possible. */
export interface ProcessEnvironment {
  readonly config: Config;
  /** Includes the contents of the files that `…_FILE` variables name. */
  readonly env: NodeJS.ProcessEnv;
  /** The problems of both `config` and `env`. */
  readonly problems: readonly string[];
}

/** Reads this process's environment. No other file reads it. */
export function environmentOfThisProcess(): ProcessEnvironment {
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

/**
 * Returns a copy of this process's environment in which `changes` are applied. Child programs get this copy.
 */
export const environmentWith = (changes: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...changes,
});

/**
 * Returns the folder in which the user started the command. npm runs its scripts in the project's folder, but
 * users give paths relative to their own current folder.
 */
export const callersFolder = (): string => process.env['INIT_CWD'] ?? process.cwd();
