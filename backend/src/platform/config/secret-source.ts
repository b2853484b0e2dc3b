import { join } from 'node:path';
import { keepOnce, readKept } from './secret-file.js';

/** Where secrets come from, and what is wrong with them. */
export interface SecretSource {
  readonly env: NodeJS.ProcessEnv;
  /** Where made ones are kept. */
  readonly folder: string;
  readonly production: boolean;
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
  if (source.problems.length > 0) return undefined;
  const path = join(source.folder, name.toLowerCase().replaceAll('_', '-'));
  const kept = await readKept(path);
  return kept === undefined ? keepOnce(path, await make()) : { text: kept, made: false };
}
