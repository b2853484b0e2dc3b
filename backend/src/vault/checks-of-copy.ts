import type { PoolClient } from 'pg';
import { OperatorError } from '../platform/errors/operator-error.js';
import {
  checkValueOf,
  compareCheckValues,
  holdCheckValues,
  type SecretName,
  storedChecks,
  type StoredSecrets,
  VARIABLES,
} from './check-values.js';

/** Secrets under which no lasting data is sealed. A copy has its own from the start. */
const OWN_OF_COPY = ['session', 'checkpoint'] as const;

/** The secrets of a copy. */
export type SecretsOfCopy = StoredSecrets & Required<Pick<StoredSecrets, (typeof OWN_OF_COPY)[number]>>;

/** Thrown if the secrets are not those of a copy of this database. */
export class NotOfCopy extends OperatorError {
  constructor(name: SecretName) {
    super(
      `The database was written with the first value of ${VARIABLES[name]}, but a copy has values of its own. ` +
        'Make them with siegel secrets:make <folder> --copy-of <secrets of the original>. If this copy was started before, there is nothing to do. Nothing was changed.',
    );
  }
}

/**
 * Lets a restored database accept the secrets of a copy, and no longer those of the original: a copy that starts
 * with the original's secrets would sign what is valid in the original. MASTER_KEY and INDEX_KEY stay those of
 * the original, and APPEND_KEY contains its keys.
 * @returns false if the database accepts them already
 * @throws NotOfCopy, SecretMismatch, MasterKeyHalfReplaced, AppendKeyLacking
 */
export async function giveToCopy(client: PoolClient, secrets: SecretsOfCopy): Promise<boolean> {
  await holdCheckValues(client);
  const { session, checkpoint, ...same } = secrets;
  await compareCheckValues(client, same);
  if (await isKnown(client, 'append', secrets)) throw new NotOfCopy('append');
  const known: SecretName[] = [];
  for (const name of OWN_OF_COPY) if (await isKnown(client, name, secrets)) known.push(name);
  if (known.length === OWN_OF_COPY.length) return false;
  for (const name of known) throw new NotOfCopy(name);
  for (const [name, [own]] of Object.entries({ session, checkpoint })) {
    await client.query('UPDATE secret_checks SET retired_at = now() WHERE name = $1 AND retired_at IS NULL', [
      name,
    ]);
    await client.query('INSERT INTO secret_checks (name, check_value) VALUES ($1, $2)', [
      name,
      checkValueOf(name as SecretName, own),
    ]);
  }
  return true;
}

/** True if the database was written with the value that is in use now. */
async function isKnown(client: PoolClient, name: SecretName, secrets: StoredSecrets): Promise<boolean> {
  const own = secrets[name]?.[0];
  if (own === undefined) return false;
  const value = checkValueOf(name, own);
  return (await storedChecks(client, name)).some((one) => one.value === value && !one.retired);
}
