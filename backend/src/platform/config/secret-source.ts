import { join } from 'node:path';
import { keepOnce, readKept, seeKept } from './secret-file.js';

/** Where secrets come from, and what is wrong with them. */
export interface SecretSource {
  readonly env: NodeJS.ProcessEnv;
  /** Where made ones are kept. */
  readonly folder: string;
  readonly production: boolean;
  /** False: what is not there is a problem, and files stay as they are. */
  readonly makes: boolean;
  /** While there are any nothing is made: the start ends with all of them in one message. */
  readonly problems: string[];
}

/** Whether it was to come from a file that cannot be used, which is among the problems. */
export const failedFile = ({ problems }: SecretSource, name: string): boolean =>
  problems.some((problem) => problem.startsWith(`${name}_FILE: `));

export interface FoundSecret {
  readonly text: string;
  /** By this very start. */
  readonly made: boolean;
}

/** The file in which a secret that was made is kept. */
export const keptAt = (folder: string, name: string): string =>
  join(folder, name.toLowerCase().replaceAll('_', '-'));

/**
 * From the environment, else (outside production) as kept in the data folder, made now if it is not there
 * yet. Undefined where there is none, which is a problem, or where something is wrong already.
 */
export async function findSecret(
  source: SecretSource,
  name: string,
  make: () => string | Promise<string>,
): Promise<FoundSecret | undefined> {
  const given = source.env[name];
  if (given !== undefined && given !== '') return { text: given, made: false };
  if (failedFile(source, name)) return undefined;
  if (source.production) {
    source.problems.push(`${name}: missing. In production each secret must be given.`);
    return undefined;
  }
  const path = keptAt(source.folder, name);
  if (!source.makes) return seenSecret(source, name, path);
  if (source.problems.length > 0) return undefined;
  try {
    const kept = await readKept(path);
    return kept === undefined ? await keepOnce(path, await make()) : { text: kept, made: false };
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    source.problems.push(`${name}: ${path} cannot be read or made (${code}).`);
    return undefined;
  }
}

async function seenSecret(
  { folder, problems }: SecretSource,
  name: string,
  path: string,
): Promise<FoundSecret | undefined> {
  try {
    const text = await seeKept(path);
    if (text !== undefined) return { text, made: false };
    problems.push(`${name}: missing, also in ${folder}, where the first start keeps it.`);
  } catch (error) {
    problems.push(`${name}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  return undefined;
}
