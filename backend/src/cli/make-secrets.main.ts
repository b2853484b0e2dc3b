import { randomBytes } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { keepOnce } from '../platform/config/secret-file.js';
import { readSecrets } from '../app/secrets.js';
import { runCommand } from './run-cli.js';
import { OperatorError } from '../platform/operator-error.js';

const USAGE =
  'Usage: node backend/dist/cli/make-secrets.main.js <folder> --database <folder> --database-host <host>';

function parse(args: readonly string[]): { folder: string; database: string; host: string } {
  const [folder, flag1, database, flag2, host] = args;
  if (
    folder === undefined ||
    flag1 !== '--database' ||
    database === undefined ||
    flag2 !== '--database-host' ||
    host === undefined
  )
    throw new OperatorError(USAGE);
  return { folder: resolve(folder), database: resolve(database), host };
}

/**
 * What a set-up of containers needs before its first start: each secret in a file of its own, made where it
 * is missing and never made anew. The database's password stands apart, readable by the database's own
 * account as well; its folder is shared with nobody else.
 */
async function main(args: readonly string[]): Promise<void> {
  const { folder, database, host } = parse(args);
  const secrets = await readSecrets({ dataDir: folder, production: false }, {});
  const password = await keepOnce(join(database, 'postgres-password'), randomBytes(24).toString('hex'));
  await chmod(join(database, 'postgres-password'), 0o444);
  await chmod(database, 0o755);
  await keepOnce(
    join(folder, 'secrets', 'database-url'),
    `postgres://siegel:${password.text}@${host}:5432/siegel`,
  );
  console.log(`Secrets are in ${secrets.folder}; ${password.made ? 'made now' : 'as they were'}.`);
}

runCommand(main);
