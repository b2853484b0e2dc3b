import { join } from 'node:path';
import { writeSecretOnce, readSecretFile, peekSecretFile } from './secret-file.js';

/** The sources of secrets, and the problems found so far. */
export interface SecretSource {
  readonly env: NodeJS.ProcessEnv;
  /** The folder that contains the generated secrets. */
  readonly folder: string;
  readonly production: boolean;
  /**
   * True if missing secrets may be generated. If false, a missing secret is a problem, and no file is
   * changed.
   */
  readonly makes: boolean;
  /**
   * The problems found so far. Once there is a problem, no secret is generated. The start then fails and
   * lists all problems in one message.
   */
  readonly problems: string[];
}

/** True if `<NAME>_FILE` names a file that cannot be used. In this case `problems` already names the file. */
export const failedFile = ({ problems }: SecretSource, name: string): boolean =>
  problems.some((problem) => problem.startsWith(`${name}_FILE: `));

export interface FoundSecret {
  readonly text: string;
  /** True if this start of the service generated the secret. */
  readonly made: boolean;
}

/** Returns the path of the file that holds a generated secret. */
export const secretFilePath = (folder: string, name: string): string =>
  join(folder, name.toLowerCase().replaceAll('_', '-'));

/**
 * Returns the secret from the environment. Outside of production the secret may also be in the data folder.
 * If the data folder does not have it and `makes` is true, the secret is generated. If there is no secret,
 * `problems` contains the reason, and the result is undefined. If `makes` is true and `problems` already has
 * an entry, the data folder is not used, and the result is undefined too.
 */
export async function findSecret(
  source: SecretSource,
  name: string,
  make: () => string | Promise<string>,
): Promise<FoundSecret | undefined> {
  // Allowed: the names of the variables are in code.
  const given = source.env[name];
  if (given !== undefined && given !== '') return { text: given, made: false };
  if (failedFile(source, name)) return undefined;
  if (source.production) {
    source.problems.push(`${name}: missing. In production every secret must be set.`);
    return undefined;
  }
  const path = secretFilePath(source.folder, name);
  if (!source.makes) return seenSecret(source, name, path);
  if (source.problems.length > 0) return undefined;
  try {
    const kept = await readSecretFile(path);
    return kept === undefined ? await writeSecretOnce(path, await make()) : { text: kept, made: false };
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    source.problems.push(`${name}: ${path} cannot be read or created (${code}).`);
    return undefined;
  }
}

async function seenSecret(
  { folder, problems }: SecretSource,
  name: string,
  path: string,
): Promise<FoundSecret | undefined> {
  try {
    const text = await peekSecretFile(path);
    if (text !== undefined) return { text, made: false };
    problems.push(
      `${name}: missing. It is not set, and it is not in ${folder} either, where the service stores it at its first start.`,
    );
  } catch (error) {
    problems.push(`${name}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  return undefined;
}
