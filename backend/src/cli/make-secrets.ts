import { randomBytes } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readSecrets } from '../app/secrets.js';
import { writeSecretOnce } from '../platform/config/secret-file.js';
import { OperatorError } from '../platform/errors/operator-error.js';

/** Where PostgreSQL's password is kept, and under which host it is reached. */
export interface DatabaseSecret {
  readonly folder: string;
  readonly host: string;
}

/**
 * What a set-up needs before its first start: each secret in a file of its own, made where it is missing and never
 * made anew. The database's password stands apart, readable by the database's own account as well; its folder is
 * shared with nobody else.
 * @returns what the operator is told
 */
export async function makeSecrets(folder: string, database: DatabaseSecret | undefined): Promise<string> {
  await requireFolder(join(folder, 'secrets'));
  if (database !== undefined) await requireFolder(database.folder);
  const secrets = await readSecrets({ dataDir: folder, production: false }, {});
  const made =
    database === undefined
      ? secrets.generatedPasswords.length > 0
      : await makeDatabaseSecret(secrets.folder, database);
  return `Secrets are in ${secrets.folder}; ${made ? 'made now' : 'as they were'}.`;
}

/** Makes it where it is not there. @throws OperatorError */
const requireFolder = (path: string): Promise<unknown> =>
  mkdir(path, { recursive: true, mode: 0o700 }).catch((cause: Error) => {
    throw new OperatorError(`The folder ${path} cannot be used: ${cause.message}`, { cause });
  });

/** @returns whether it was made now */
async function makeDatabaseSecret(secrets: string, { folder, host }: DatabaseSecret): Promise<boolean> {
  const password = await writeSecretOnce(join(folder, 'postgres-password'), randomBytes(24).toString('hex'));
  await chmod(join(folder, 'postgres-password'), 0o444);
  await chmod(folder, 0o755);
  await writeSecretOnce(
    join(secrets, 'database-url'),
    `postgres://siegel:${password.text}@${host}:5432/siegel`,
  );
  return password.made;
}
