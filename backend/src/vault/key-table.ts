import type { Pool } from 'pg';
import { KeyMissing } from './vault.js';

/** A data key as it is in the database. */
export interface KeyRow {
  readonly subject: string;
  readonly keyId: string | null;
  /** Null when destroyed. */
  readonly wrapped: Buffer | null;
  readonly masterKeyId: string | null;
  /** ISO 8601 UTC. */
  readonly destroyedAt: string | null;
}

export interface NewKeyRow {
  readonly subject: string;
  readonly keyId: string;
  readonly wrapped: Buffer;
  readonly masterKeyId: string;
  readonly createdAt: string;
}

/**
 * Channel for announcements of destructions. The transaction that destroys a key announces the subject on
 * this channel.
 */
export const DESTROYED_CHANNEL = 'vault_key_destroyed';

interface RawRow {
  subject: string;
  key_id: string | null;
  wrapped: Buffer | null;
  master_key_id: string | null;
  destroyed_at: Date | null;
}

const COLUMNS = 'subject, key_id, wrapped, master_key_id, destroyed_at';

const fromRaw = (row: RawRow): KeyRow => ({
  subject: row.subject,
  keyId: row.key_id,
  wrapped: row.wrapped,
  masterKeyId: row.master_key_id,
  destroyedAt: row.destroyed_at === null ? null : row.destroyed_at.toISOString(),
});

const isTombstone = ({ wrapped, destroyedAt }: KeyRow): boolean => wrapped === null && destroyedAt !== null;

/**
 * Returns an SQL condition: true if the subject has a key that was not destroyed.
 * @param subject an SQL expression
 */
export const hasLivingKey = (subject: string): string =>
  `EXISTS (SELECT FROM vault_keys WHERE vault_keys.subject = ${subject} AND wrapped IS NOT NULL)`;

/**
 * Returns an SQL query for the subject. The query finds no row if the key was destroyed. It locks the row, so
 * that a destruction waits until this transaction's writes are committed. The destruction's clean-up then
 * finds these writes.
 * @param subject an SQL expression
 */
export const livingSubject = (subject: string): string =>
  `SELECT vault_keys.subject FROM vault_keys WHERE vault_keys.subject = ${subject} AND destroyed_at IS NULL FOR SHARE`;

/**
 * Returns these subjects, except those whose key is destroyed according to this database. The query looks up
 * one subject at a time, because PostgreSQL may execute `NOT EXISTS` for many subjects by reading all keys
 * that ever existed.
 */
export async function notDestroyed(pool: Pool, subjects: readonly string[]): Promise<readonly string[]> {
  const { rows } = await pool.query<{ subject: string }>(
    `SELECT subject FROM unnest($1::text[]) AS asked(subject)
     WHERE (SELECT destroyed_at FROM vault_keys known WHERE known.subject = asked.subject) IS NULL`,
    [subjects],
  );
  return rows.map(({ subject }) => subject);
}

/** Returns those subjects that have a living key in this database. */
export async function livingKeys(pool: Pool, subjects: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ subject: string }>(
    `SELECT subject FROM unnest($1::text[]) AS asked(subject) WHERE ${hasLivingKey('asked.subject')}`,
    [subjects],
  );
  return new Set(rows.map(({ subject }) => subject));
}

/**
 * Returns at most `most` subjects that begin with `prefix` and have a living key, newest first. Keys that
 * were created within the last minute are left out, because the first event of their stream may not be
 * appended yet. The subjects end in UUIDs of version 7, so the order of the subjects is the order of their
 * creation.
 */
export async function newestSubjects(pool: Pool, prefix: string, most: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ subject: string }>(
    `SELECT subject FROM vault_keys WHERE starts_with(subject, $1) AND wrapped IS NOT NULL
       AND created_at < now() - interval '1 minute' ORDER BY subject DESC LIMIT $2`,
    [prefix, most],
  );
  return rows.map(({ subject }) => subject);
}

/**
 * Returns the subjects of the most recently destroyed keys. Keys that were destroyed within the last minute
 * are left out, because their destruction may not be recorded yet.
 */
export async function newestDestroyed(pool: Pool, most: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ subject: string }>(
    `SELECT subject FROM vault_keys
     WHERE destruction IS NOT NULL AND destroyed_at NOT BETWEEN now() - interval '1 minute' AND now()
     ORDER BY destruction DESC LIMIT $1`,
    [most],
  );
  return rows.map(({ subject }) => subject);
}

/** A destroyed key. */
export interface DestroyedKey {
  /**
   * Numbers the destructions in the order in which they become visible. A reader never sees a number before
   * it sees all lower numbers.
   */
  readonly number: number;
  readonly subject: string;
  /** Empty if the subject never had a key. */
  readonly keyId: string;
  /** ISO 8601 UTC. */
  readonly destroyedAt: string;
}

/** Returns all destroyed keys with a number above `above`, ordered by number, in batches. */
export async function* destroyedKeys(
  pool: Pool,
  above: number,
  batchSize = 1000,
): AsyncGenerator<readonly DestroyedKey[]> {
  for (let after = above; ; ) {
    const { rows } = await pool.query<{
      subject: string;
      key_id: string | null;
      at: Date;
      number: string;
    }>(
      `SELECT subject, key_id, destroyed_at AS at, destruction AS number FROM vault_keys
       WHERE destruction > $1 ORDER BY destruction LIMIT $2`,
      [after, batchSize],
    );
    const found = rows.map(({ subject, key_id: keyId, at, number }) => ({
      number: Number(number),
      subject,
      keyId: keyId ?? '',
      destroyedAt: at.toISOString(),
    }));
    const last = found.at(-1);
    if (last === undefined) return;
    yield found;
    after = last.number;
  }
}

/**
 * Returns the keys that were destroyed since an earlier check. The result does not depend on any clock. The
 * upper bound in the query makes PostgreSQL use the index, even while its statistics do not know the number
 * of destructions.
 * @param since `next` of the earlier check. If it is undefined, no subjects are returned, and the returned
 * `next` marks the current moment
 */
export async function destroyedSince(
  client: Pick<Pool, 'query'>,
  since: string | undefined,
): Promise<{ readonly subjects: readonly string[]; readonly next: string | undefined }> {
  const { rows } = await client.query<{ subjects: string[]; next: string }>(
    `WITH newest AS (SELECT coalesce(max(destruction), 0) AS number FROM vault_keys)
     SELECT number::text AS next,
       ARRAY(SELECT subject FROM vault_keys WHERE destruction > $1::bigint AND destruction <= number) AS subjects
     FROM newest`,
    [since ?? null],
  );
  return { subjects: rows[0]?.subjects ?? [], next: rows[0]?.next };
}

/**
 * A destruction takes this lock before it gets its number, and holds the lock until the commit. The numbers
 * are therefore in the order of the commits, and a reader that has seen a number has seen all lower numbers.
 */
const DESTRUCTION_LOCK = 7_316_002_003;
const NEXT_DESTRUCTION = `CASE WHEN pg_advisory_xact_lock(${DESTRUCTION_LOCK})::text IS NOT NULL
           THEN nextval('vault_keys_destruction_seq') END`;

/** The SQL of `vault_keys`. */
export class KeyTable {
  /**
   * Subjects that were requested in this turn of the event loop. Their common query has not been sent yet.
   */
  private gathering:
    | { readonly subjects: Set<string>; readonly rows: Promise<ReadonlyMap<string, KeyRow>> }
    | undefined;

  constructor(private readonly pool: Pool) {}

  /** Requests in the same turn of the event loop share one query. */
  async find(subject: string): Promise<KeyRow | undefined> {
    this.gathering ??= this.gather();
    this.gathering.subjects.add(subject);
    return (await this.gathering.rows).get(subject);
  }

  private gather(): NonNullable<KeyTable['gathering']> {
    const subjects = new Set<string>();
    const rows = new Promise<ReadonlyMap<string, KeyRow>>((resolve, reject) => {
      setImmediate(() => {
        this.gathering = undefined;
        this.fetch([...subjects]).then(resolve, reject);
      });
    });
    return { subjects, rows };
  }

  private async fetch(subjects: string[]): Promise<ReadonlyMap<string, KeyRow>> {
    const { rows } = await this.pool.query<RawRow>({
      name: 'vault-keys-find',
      text: `SELECT ${COLUMNS} FROM vault_keys WHERE subject = ANY($1)`,
      values: [subjects],
    });
    return new Map(rows.map((row) => [row.subject, fromRaw(row)]));
  }

  /**
   * Inserts the row, unless the subject already has a row. Returns the row that is in the table afterwards.
   * @throws KeyMissing if there is none
   */
  async insertOrFind(row: NewKeyRow): Promise<KeyRow> {
    const inserted = await this.pool.query<RawRow>({
      name: 'vault-keys-insert',
      text: `INSERT INTO vault_keys (subject, key_id, wrapped, master_key_id, created_at) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (subject) DO NOTHING RETURNING ${COLUMNS}`,
      values: [row.subject, row.keyId, row.wrapped, row.masterKeyId, row.createdAt],
    });
    const [made] = inserted.rows;
    if (made !== undefined) return fromRaw(made);
    const found = (await this.fetch([row.subject])).get(row.subject);
    // Somebody deleted the row, or a trigger dropped it.
    if (found === undefined) throw new KeyMissing(row.subject);
    return found;
  }

  /**
   * Destroys the key and leaves a tombstone, even if there was no key. A repeated call announces the
   * destruction again. It also gives the destruction a new number, unless an event records the destruction.
   * The new number is necessary because the existing tombstone may have been forged, and a reader of
   * destructions may have skipped its number.
   *
   * Reads the committed row afterwards, because a trigger could put the key back. A receipt may be signed only
   * for a key that the table no longer has.
   * @throws an error if the table still has the key
   */
  async destroy(subject: string, at: string, isRecorded: boolean): Promise<{ destroyedAt: string }> {
    const { rows } = await this.pool.query<{ destroyed_at: Date }>(
      `WITH destroyed AS (
         INSERT INTO vault_keys (subject, created_at, destroyed_at, destruction) VALUES ($1, $2, $2, ${NEXT_DESTRUCTION})
         ON CONFLICT (subject) DO UPDATE SET wrapped = NULL, master_key_id = NULL,
           destroyed_at = COALESCE(vault_keys.destroyed_at, $2),
           destruction = CASE WHEN $3 THEN COALESCE(vault_keys.destruction, excluded.destruction) ELSE excluded.destruction END
         RETURNING destroyed_at)
       SELECT destroyed_at, pg_notify('${DESTROYED_CHANNEL}', $1) FROM destroyed`,
      [subject, at, isRecorded],
    );
    const [row] = rows;
    const left = (await this.fetch([subject])).get(subject);
    if (row === undefined || left === undefined || !isTombstone(left))
      throw new Error(
        `The key of ${subject} could not be destroyed: its row is no tombstone after the destruction. ` +
          'A trigger may put the key back. Remove unknown triggers from the table vault_keys.',
      );
    return { destroyedAt: row.destroyed_at.toISOString() };
  }
}
