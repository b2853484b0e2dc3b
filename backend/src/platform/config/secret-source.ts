import { join } from 'node:path';
import { keepOnce, readKept } from './secret-file.js';

/** Where secrets come from, and what is wrong with them. */
export interface SecretSource {
  readonly env: NodeJS.ProcessEnv;
  /** Where made ones are kept. */
  readonly folder: string;
  readonly production: boolean;
  readonly problems: string[];
}

export interface FoundSecret {
  readonly text: string;
  /** By this very start. */
  readonly made: boolean;
}

/**
 * From the environment, else (outside production) as kept in the data folder, made now if it is not there
 * yet.
 */
export async function findSecret(
  source: SecretSource,
  name: string,
  make: () => string | Promise<string>,
): Promise<FoundSecret | undefined> {
  const given = source.env[name];
  if (given !== undefined && given !== '') return { text: given, made: false };
  if (source.production) {
    source.problems.push(`${name}: missing. In production each secret must be given.`);
    return undefined;
  }
  const path = join(source.folder, name.toLowerCase().replaceAll('_', '-'));
  const kept = await readKept(path);
  return kept === undefined ? keepOnce(path, await make()) : { text: kept, made: false };
}
