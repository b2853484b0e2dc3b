import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { transaction } from '../platform/postgres/pool.js';
import { OperatorError } from '../platform/operator-error.js';

export type SecretName = 'master' | 'index' | 'session' | 'checkpoint';

/** A secret, alone or with the older ones that this backend still knows (while one is rotated). */
export type KnownSecret = Buffer | { readonly current: Buffer; readonly older: readonly Buffer[] };

const VARIABLES: Readonly<Record<SecretName, string>> = {
  master: 'MASTER_KEY',
  index: 'INDEX_KEY',
  session: 'SESSION_SECRET',
  checkpoint: 'CHECKPOINT_KEY',
};

/**
 * This backend's secret is not the one that the database was written with. It must not start: it would write
 * what others cannot read (rule:wrong-keys-stop-the-start).
 */
export class SecretMismatch extends OperatorError {
  constructor(readonly variable: string) {
    super(
      `${variable} is not the one this database was written with. Start with the value that it had (a backup of the secrets holds it); ` +
        'nothing was changed.',
    );
  }
}

/** Recognises a secret without revealing anything about it. */
export const checkValueOf = (name: SecretName, secret: Uint8Array): string =>
  createHmac('sha256', secret).update(`check-value/v1/${name}`).digest('hex');

/**
 * Compares each secret with the check value in the database; the first backend of all writes it. A secret
 * that the database does not know is accepted, and noted, when the backend also knows an older one that it
 * does know: that is how a rotation begins.
 * @throws SecretMismatch naming the variable
 */
export async function verifyCheckValues(
  pool: Pool,
  secrets: Readonly<Partial<Record<SecretName, KnownSecret>>>,
): Promise<void> {
  await transaction(pool, async (client) => {
    // Two backends at their first start must not both be the first.
    await client.query('LOCK TABLE secret_checks IN SHARE ROW EXCLUSIVE MODE');
    for (const name of Object.keys(VARIABLES) as SecretName[]) {
      const secret = secrets[name];
      if (secret === undefined) continue;
      const { current, older } = Buffer.isBuffer(secret) ? { current: secret, older: [] } : secret;
      const { rows } = await client.query<{ check_value: string; retired: boolean }>(
        'SELECT check_value, retired_at IS NOT NULL AS retired FROM secret_checks WHERE name = $1',
        [name],
      );
      const accepted = rows.filter((row) => !row.retired).map((row) => row.check_value);
      const own = checkValueOf(name, current);
      if (accepted.includes(own)) continue;
      const succeeds = older.some((key) => accepted.includes(checkValueOf(name, key)));
      const wasRetired = rows.some((row) => row.check_value === own);
      if (rows.length > 0 && (!succeeds || wasRetired)) throw new SecretMismatch(VARIABLES[name]);
      await client.query('INSERT INTO secret_checks (name, check_value) VALUES ($1, $2)', [name, own]);
    }
  });
}

/**
 * From now on the database belongs to `to`; a backend that still has `from` as its current one does not start
 * any more.
 */
export async function retireSecret(
  pool: Pool,
  name: SecretName,
  from: Uint8Array,
  to: Uint8Array,
): Promise<void> {
  await pool.query(
    `INSERT INTO secret_checks (name, check_value, retired_at) VALUES ($1, $2, NULL), ($1, $3, now())
     ON CONFLICT (name, check_value) DO UPDATE SET retired_at = excluded.retired_at`,
    [name, checkValueOf(name, to), checkValueOf(name, from)],
  );
}
