import { createHmac } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { transaction } from '../platform/postgres/pool.js';
import { OperatorError } from '../platform/errors/operator-error.js';
import { type SecretStatus, statusOfSecret, type StoredCheck } from './rules/check-values.js';
import type { KnownSecrets } from './rules/shared-secrets.js';

export type SecretName = 'master' | 'index' | 'session' | 'checkpoint' | 'append';

/**
 * The values of a secret. The first value is in use. The other values are also accepted while the secret is
 * being replaced.
 */
export type KnownSecret = readonly [Buffer, ...Buffer[]];

/** Secrets on which stored data depends. */
export type StoredSecrets = Readonly<Partial<Record<SecretName, KnownSecret>>>;

/** Names of the variables that hold these secrets. */
export const VARIABLES: Readonly<Record<SecretName, string>> = {
  master: 'MASTER_KEY',
  index: 'INDEX_KEY',
  session: 'SESSION_SECRET',
  checkpoint: 'CHECKPOINT_KEY',
  append: 'APPEND_KEY',
};
const NAMES = Object.keys(VARIABLES) as SecretName[];
/** Secrets of which a process needs every value that is not retired, because stored data depends on each. */
const NEEDED_WHOLE: readonly SecretName[] = ['master', 'append'];
/**
 * Secrets under which no lasting data is sealed. An old value can be retired as soon as no backend uses it
 * any more.
 */
const REPLACED_BY_A_START = ['session', 'checkpoint'] as const;

/**
 * Thrown if the database was written with a different secret than the one that this backend has. The backend
 * must not start, because it would write data that other backends cannot read
 * (rule:wrong-keys-stop-the-start).
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
 * Thrown if keys may still be wrapped by a master key that this process lacks. The process could not open
 * data sealed with these keys.
 */
export class MasterKeyHalfReplaced extends OperatorError {
  constructor() {
    super(
      'MASTER_KEY is being replaced in this database: keys may be wrapped by the old or by the new one. Start with both, MASTER_KEY and MASTER_KEY_OLD, ' +
        'until "siegel keys:rotate" reports that the new one wraps all keys. Nothing was changed.',
    );
  }
}

/**
 * Thrown if events carry MACs of a key that this process lacks. The process would report these events as
 * forged.
 */
export class AppendKeyLacking extends OperatorError {
  constructor() {
    super(
      'APPEND_KEY lacks a key with which events of this log were written. A key is never removed from the list: restore the newest value from the backup of the secrets. ' +
        'If the key is lost for good, see docs/operations/secrets.md. Nothing was changed.',
    );
  }
}

/** Returns a value that identifies a secret without revealing anything about it. */
export const checkValueOf = (name: SecretName, secret: Uint8Array): string =>
  createHmac('sha256', secret).update(`check-value/v1/${name}`).digest('hex');

const checkValuesOf = (name: SecretName, secret: KnownSecret): string[] =>
  secret.map((one) => checkValueOf(name, one));

/** Maps the name of each secret's variable to the check values of the secret. */
export const knownSecretsOf = (secrets: StoredSecrets): KnownSecrets =>
  Object.fromEntries(
    NAMES.flatMap((name) => {
      const secret = secrets[name];
      return secret === undefined ? [] : [[VARIABLES[name], checkValuesOf(name, secret)]];
    }),
  );

/**
 * Compares each secret with the check values in the database. The first process on a database writes the
 * check values. To replace a secret, a process starts with an old and a new value. The new value is accepted
 * because the database knows the old one.
 * @throws SecretMismatch naming the variable
 * @throws MasterKeyHalfReplaced, AppendKeyLacking
 */
export const verifyCheckValues = (pool: Pool, secrets: StoredSecrets): Promise<void> =>
  transaction(pool, async (client) => void (await verifyWithin(client, secrets)));

/**
 * Compares the secrets as `verifyCheckValues` does but writes nothing, even if the database has no check
 * values yet.
 */
export async function compareCheckValues(pool: Pick<Pool, 'query'>, secrets: StoredSecrets): Promise<void> {
  for (const name of NAMES) {
    const secret = secrets[name];
    if (secret === undefined) continue;
    const stored = await storedChecks(pool, name);
    refuseUnfit(name, statusOfSecret(checkValuesOf(name, secret), stored, NEEDED_WHOLE.includes(name)));
  }
}

/**
 * Compares the secrets as `verifyCheckValues` does, and adds their new values to the database. A backend
 * calls this when it is about to use the secrets. Until the caller's transaction ends, no other process
 * starts and no secret is retired.
 */
export async function adoptSecrets(client: PoolClient, secrets: StoredSecrets): Promise<void> {
  for (const [name, secret] of await verifyWithin(client, secrets)) await note(client, name, secret);
}

/**
 * Compares the secrets with the check values. Writes the check value of a secret if the database has none for
 * this secret. Returns the secrets that are being replaced and whose new value the database does not know
 * yet.
 */
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
    const status = statusOfSecret(checkValuesOf(name, secret), stored, NEEDED_WHOLE.includes(name));
    refuseUnfit(name, status);
    if (status === 'first') await note(client, name, secret);
    if (status === 'successor') successors.push([name, secret]);
  }
  return successors;
}

function refuseUnfit(name: SecretName, status: SecretStatus): void {
  if (status === 'another') throw new SecretMismatch(VARIABLES[name]);
  if (status === 'half') throw name === 'append' ? new AppendKeyLacking() : new MasterKeyHalfReplaced();
}

/**
 * Locks the table of check values. If two backends start for the first time at once, only one of them may
 * count as the first.
 */
export const holdCheckValues = (client: PoolClient): Promise<unknown> =>
  client.query('LOCK TABLE secret_checks IN SHARE ROW EXCLUSIVE MODE');

/** True if a backend was ever started on this database. */
export async function hasCheckValues(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>(
    "SELECT to_regclass('secret_checks') IS NOT NULL AS there",
  );
  return rows[0]?.there === true;
}

/** Returns the check values that the database has of a secret. */
export async function storedChecks(client: Pick<Pool, 'query'>, name: SecretName): Promise<StoredCheck[]> {
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
 * Compares a list of APPEND_KEY that lacks lost keys. The database knows keys by their check values alone, so it
 * can only be required that the list lacks no more keys than the operator calls lost.
 * @param lost number of lost keys
 * @throws AppendKeyLacking
 */
export async function requireOnlyLost(
  pool: Pick<Pool, 'query'>,
  append: KnownSecret,
  lost: number,
): Promise<void> {
  const listed = new Set(checkValuesOf('append', append));
  const lacking = (await storedChecks(pool, 'append')).filter(
    ({ value, retired }) => !retired && !listed.has(value),
  );
  if (lacking.length > lost) throw new AppendKeyLacking();
}

/**
 * Retires the check values of all keys of APPEND_KEY that the list lacks, because the operator adopted the log
 * without them. Afterwards a process starts with this list, and none starts with a lost key in front.
 */
export async function retireLostKeys(client: PoolClient, append: KnownSecret): Promise<void> {
  await holdCheckValues(client);
  await client.query(
    "UPDATE secret_checks SET retired_at = now() WHERE name = 'append' AND retired_at IS NULL AND check_value <> ALL ($1)",
    [checkValuesOf('append', append)],
  );
  await client.query(
    "INSERT INTO secret_checks (name, check_value) VALUES ('append', $1) ON CONFLICT (name, check_value) DO NOTHING",
    [checkValueOf('append', append[0])],
  );
}

/**
 * Retires the old value of each secret in `REPLACED_BY_A_START`, unless this backend still accepts it beside
 * the new value. A backend that uses a retired value cannot start. Must run in the transaction that found no
 * other backend using the old value.
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

/**
 * True if a rotation retired this master key. A backend can still have such a key only if it was suspended
 * during the rotation.
 */
export async function isMasterKeyRetired(pool: Pool, masterKey: Uint8Array): Promise<boolean> {
  const { rowCount } = await pool.query(
    "SELECT FROM secret_checks WHERE name = 'master' AND check_value = $1 AND retired_at IS NOT NULL",
    [checkValueOf('master', masterKey)],
  );
  return rowCount !== 0;
}

/**
 * Begins the move to another master key. Afterwards a process needs both keys to start.
 * @throws SecretMismatch if `from` was never a master key of this database
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

/**
 * Retires a master key that no longer wraps any key. A backend that still uses it as its current master key
 * can no longer start.
 */
export async function retireMasterKey(client: PoolClient, masterKey: Uint8Array): Promise<void> {
  await holdCheckValues(client);
  await client.query(
    "UPDATE secret_checks SET retired_at = now() WHERE name = 'master' AND check_value = $1 AND retired_at IS NULL",
    [checkValueOf('master', masterKey)],
  );
}
