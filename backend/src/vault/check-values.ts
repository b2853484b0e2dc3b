import { createHmac } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { transaction } from '../platform/postgres/pool.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { type SecretStatus, statusOfSecret, type StoredCheck } from './rules/check-values.js';
import type { KnownSecrets } from './rules/shared-secrets.js';

export type SecretName = 'master' | 'index' | 'session' | 'checkpoint';

/** A secret: first the value in use, then the values that are also accepted while one replaces the other. */
export type KnownSecret = readonly [Buffer, ...Buffer[]];

/** Secrets that stored data depends on. */
export type StoredSecrets = Readonly<Partial<Record<SecretName, KnownSecret>>>;

/** Variables through which a process gets the secrets. */
export const VARIABLES: Readonly<Record<SecretName, string>> = {
  master: 'MASTER_KEY',
  index: 'INDEX_KEY',
  session: 'SESSION_SECRET',
  checkpoint: 'CHECKPOINT_KEY',
};
const NAMES = Object.keys(VARIABLES) as SecretName[];
/**
 * No lasting data is sealed under these, so an old value can be retired as soon as no backend has it any
 * more.
 */
const REPLACED_BY_A_START = ['session', 'checkpoint'] as const;

/**
 * This backend's secret is not the one that the database was written with. It must not start: it would write
 * data that others cannot read (rule:wrong-keys-stop-the-start).
 */
export class SecretMismatch extends OperatorError {
  constructor(readonly variable: string) {
    super(
      `${variable} is not the value with which this database was written. Start with the former value, which is in a backup of the secrets. ` +
        'Nothing was changed.',
    );
  }
}

/**
 * Keys may still be wrapped by a master key that this process lacks: data that they seal could not be opened.
 */
export class MasterKeyHalfReplaced extends OperatorError {
  constructor() {
    super(
      'MASTER_KEY is being replaced in this database: keys may be wrapped by the old or by the new one. Start with both, MASTER_KEY and MASTER_KEY_OLD, ' +
        'until "siegel keys:rotate" reports that the new one wraps all keys. Nothing was changed.',
    );
  }
}

/** Identifies a secret without revealing anything about it. */
export const checkValueOf = (name: SecretName, secret: Uint8Array): string =>
  createHmac('sha256', secret).update(`check-value/v1/${name}`).digest('hex');

const checkValuesOf = (name: SecretName, secret: KnownSecret): string[] =>
  secret.map((one) => checkValueOf(name, one));

/** Check values of each secret, by the name of its variable. */
export const knownSecretsOf = (secrets: StoredSecrets): KnownSecrets =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const secret = secrets[name];
      return secret === undefined ? [] : [[VARIABLES[name], checkValuesOf(name, secret)]];
    }),
  );

/**
 * Compares each secret with the check values in the database; the very first process writes them. A value
 * that the database does not know is accepted beside one that it knows: that is how one replaces another.
 * @throws SecretMismatch naming the variable
 * @throws MasterKeyHalfReplaced
 */
export const verifyCheckValues = (pool: Pool, secrets: StoredSecrets): Promise<void> =>
  transaction(pool, async (client) => void (await verifyWithin(client, secrets)));

/** The same check without writing anything, even if there is nothing to compare with. */
export async function compareCheckValues(pool: Pick<Pool, 'query'>, secrets: StoredSecrets): Promise<void> {
  for (const name of NAMES) {
    const secret = secrets[name];
    if (secret === undefined) continue;
    const stored = await storedChecks(pool, name);
    refuseUnfit(name, statusOfSecret(checkValuesOf(name, secret), stored, name === 'master'));
  }
}

/**
 * The same check for a backend that is going to use the secrets: new values become known to the database.
 * Until the transaction ends no other process starts, and no secret is retired.
 */
export async function adoptSecrets(client: PoolClient, secrets: StoredSecrets): Promise<void> {
  for (const [name, secret] of await verifyWithin(client, secrets)) await note(client, name, secret);
}

/** Returns the secrets that the database does not know. */
async function verifyWithin(
  client: PoolClient,
  secrets: StoredSecrets,
): Promise<(readonly [SecretName, KnownSecret])[]> {
  await holdCheckValues(client);
  const successors: (readonly [SecretName, KnownSecret])[] = [];
  for (const name of NAMES) {
    const secret = secrets[name];
    if (secret === undefined) continue;
    const stored = await storedChecks(client, name);
    const status = statusOfSecret(checkValuesOf(name, secret), stored, name === 'master');
    refuseUnfit(name, status);
    if (status === 'first') await note(client, name, secret);
    if (status === 'successor') successors.push([name, secret]);
  }
  return successors;
}

function refuseUnfit(name: SecretName, status: SecretStatus): void {
  if (status === 'another') throw new SecretMismatch(VARIABLES[name]);
  if (status === 'half') throw new MasterKeyHalfReplaced();
}

/** Two backends at their first start must not both be the first. */
const holdCheckValues = (client: PoolClient): Promise<unknown> =>
  client.query('LOCK TABLE secret_checks IN SHARE ROW EXCLUSIVE MODE');

async function storedChecks(client: Pick<Pool, 'query'>, name: SecretName): Promise<StoredCheck[]> {
  const { rows } = await client.query<StoredCheck>(
    'SELECT check_value AS value, retired_at IS NOT NULL AS retired FROM secret_checks WHERE name = $1',
    [name],
  );
  return rows;
}

const note = (client: PoolClient, name: SecretName, [used]: KnownSecret): Promise<unknown> =>
  client.query('INSERT INTO secret_checks (name, check_value) VALUES ($1, $2)', [
    name,
    checkValueOf(name, used),
  ]);

/**
 * Retires the old value of each secret that this backend no longer accepts beside the new one: no backend
 * starts with it any more. Must run in the transaction that saw that no other backend uses it.
 */
export async function retireReplaced(client: PoolClient, secrets: StoredSecrets): Promise<void> {
  for (const name of REPLACED_BY_A_START) {
    const secret = secrets[name];
    if (secret === undefined) continue;
    await client.query(
      `UPDATE secret_checks SET retired_at = now() WHERE name = $1 AND retired_at IS NULL AND check_value <> ALL ($2)
         AND created_at < (SELECT created_at FROM secret_checks WHERE name = $1 AND check_value = $3)`,
      [name, checkValuesOf(name, secret), checkValueOf(name, secret[0])],
    );
  }
}

/** True if the master key was rotated out: a backend that still uses it was suspended meanwhile. */
export async function isMasterKeyRetired(pool: Pool, masterKey: Uint8Array): Promise<boolean> {
  const { rowCount } = await pool.query(
    "SELECT FROM secret_checks WHERE name = 'master' AND check_value = $1 AND retired_at IS NOT NULL",
    [checkValueOf('master', masterKey)],
  );
  return rowCount !== 0;
}

/**
 * Begins the move to another master key: from now on a process needs both to start.
 * @throws SecretMismatch when `from` was never a master key of this database
 */
export async function beginReplacing(client: PoolClient, from: Uint8Array, to: Uint8Array): Promise<void> {
  await holdCheckValues(client);
  const known = await storedChecks(client, 'master');
  if (!known.some(({ value }) => value === checkValueOf('master', from)))
    throw new SecretMismatch('MASTER_KEY_OLD');
  // `to` may be a key that was retired before.
  await client.query(
    `INSERT INTO secret_checks (name, check_value) VALUES ('master', $1)
     ON CONFLICT (name, check_value) DO UPDATE SET retired_at = NULL`,
    [checkValueOf('master', to)],
  );
}

/** Retires a master key that wraps no key any more: a backend that still uses it does not start. */
export async function retireMasterKey(client: PoolClient, masterKey: Uint8Array): Promise<void> {
  await holdCheckValues(client);
  await client.query(
    "UPDATE secret_checks SET retired_at = now() WHERE name = 'master' AND check_value = $1 AND retired_at IS NULL",
    [checkValueOf('master', masterKey)],
  );
}
