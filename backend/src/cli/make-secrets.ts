import { randomBytes } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { copySecrets } from './copy-secrets.js';
import { readSecrets } from '../app/secrets.js';
import { writeSecretOnce } from '../platform/config/secret-file.js';
import { OperatorError } from '../platform/errors/operator-error.js';

/** The folder into which PostgreSQL's password is written, and PostgreSQL's host name. */
export interface DatabaseSecret {
  readonly folder: string;
  readonly host: string;
}

export interface SecretsToMake {
  readonly database?: DatabaseSecret | undefined;
  /** Folder with the secrets of the original, if the installation is a copy. */
  readonly copyOf?: string | undefined;
}

/**
 * Makes the secrets that an installation needs before its first start, each in its own file. It never changes
 * an existing file. The database's password is in a separate folder, because the database's account must be
 * able to read the password too. That folder is shared only with the database.
 * @returns a sentence for the operator
 */
export async function makeSecrets(folder: string, { database, copyOf }: SecretsToMake = {}): Promise<string> {
  await requireFolder(join(folder, 'secrets'));
  if (copyOf !== undefined) await copySecrets(folder, copyOf);
  if (database !== undefined) await requireFolder(database.folder);
  const secrets = await readSecrets({ dataDir: folder, production: false }, {});
  await secrets.makeAppendKeys();
  const made =
    database === undefined
      ? secrets.generatedPasswords.length > 0
      : await makeDatabaseSecret(secrets.folder, database);
  const said = `The secrets are in ${secrets.folder}. ${made ? 'Missing ones were made now.' : 'Existing ones were not changed.'}`;
  return copyOf === undefined
    ? said
    : `${said} They open the data of the original, and nothing that the copy records or signs counts there.`;
}

/** Creates the folder if it is missing. @throws OperatorError */
const requireFolder = (path: string): Promise<unknown> =>
  mkdir(path, { recursive: true, mode: 0o700 }).catch((cause: Error) => {
    throw new OperatorError(`The folder ${path} cannot be used: ${cause.message}`, { cause });
  });

/** @returns true if this call made the password */
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
