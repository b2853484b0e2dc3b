import type { Pool } from 'pg';

/** A data key as it lies in the database. */
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

/** On this channel the subject of each destroyed key is announced, in the transaction that destroys it. */
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
  destroyedAt: row.destroyed_at?.toISOString() ?? null,
});

/** An SQL condition: there is a key of this subject that was not destroyed. `subject` is an SQL expression. */
export const keyLives = (subject: string): string =>
  `EXISTS (SELECT FROM vault_keys WHERE vault_keys.subject = ${subject} AND wrapped IS NOT NULL)`;

/**
 * An SQL query: the subject, where its key was not destroyed. The lock makes a destruction wait for what is
 * written in the same transaction, so that its clean-up finds that. `subject` is an SQL expression.
 */
export const livingSubject = (subject: string): string =>
  `SELECT vault_keys.subject FROM vault_keys WHERE vault_keys.subject = ${subject} AND destroyed_at IS NULL FOR SHARE`;

/** Of these subjects those whose key this database does not know as destroyed. */
export async function notDestroyed(pool: Pool, subjects: readonly string[]): Promise<readonly string[]> {
  const { rows } = await pool.query<{ subject: string }>(
    `SELECT subject FROM unnest($1::text[]) AS asked(subject)
     WHERE NOT EXISTS (SELECT FROM vault_keys known WHERE known.subject = asked.subject AND known.destroyed_at IS NOT NULL)`,
    [subjects],
  );
  return rows.map(({ subject }) => subject);
}

/** A key that was destroyed. */
export interface DestroyedKey {
  readonly subject: string;
  /** Empty where the subject never had one. */
  readonly keyId: string;
  /** ISO 8601 UTC. */
  readonly destroyedAt: string;
}

/** All of them, in the order in which they were destroyed, some at a time. */
export async function* destroyedKeys(pool: Pool, atOnce = 1000): AsyncGenerator<readonly DestroyedKey[]> {
  let after: readonly [string, string] = ['-infinity', ''];
  for (;;) {
    const { rows } = await pool.query<{ subject: string; key_id: string | null; at: Date; place: string }>(
      `SELECT subject, key_id, destroyed_at AS at, destroyed_at::text AS place FROM vault_keys
       WHERE (destroyed_at, subject) > ($1::timestamptz, $2) ORDER BY destroyed_at, subject LIMIT $3`,
      [...after, atOnce],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ subject, key_id: keyId, at }) => ({
      subject,
      keyId: keyId ?? '',
      destroyedAt: at.toISOString(),
    }));
    after = [last.place, last.subject];
  }
}

/**
 * What was destroyed since an earlier look: every transaction that this look cannot see yet is looked at by the
 * next one, however long it takes and whatever anybody's clock says. A number that this server has not given
 * away yet came with a copy from another.
 * @param since what the earlier look gave as `next`; undefined: from now on
 */
export async function destroyedSince(
  client: Pick<Pool, 'query'>,
  since: string | undefined,
): Promise<{ readonly subjects: readonly string[]; readonly next: string | undefined }> {
  const { rows } = await client.query<{ subjects: string[]; next: string }>(
    `SELECT pg_snapshot_xmin(seen)::text AS next, ARRAY(
       SELECT subject FROM vault_keys
       WHERE destroyed_in >= $1::bigint AND destroyed_in < pg_snapshot_xmax(seen)::text::bigint) AS subjects
     FROM pg_current_snapshot() AS seen`,
    [since ?? null],
  );
  return { subjects: rows[0]?.subjects ?? [], next: rows[0]?.next };
}

/** The SQL of `vault_keys`. */
export class KeyTable {
  /** What was asked for in this turn of the event loop and is not on its way yet. */
  private gathering:
    | { readonly subjects: Set<string>; readonly rows: Promise<ReadonlyMap<string, KeyRow>> }
    | undefined;

  constructor(private readonly pool: Pool) {}

  /** Rows wanted in the same turn of the event loop are fetched by one query. */
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

  /** The row as it stands afterwards: the one given, or the one that was there. */
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
    if (found === undefined) throw new Error(`the key of ${row.subject} vanished while it was looked up`);
    return found;
  }

  /** Leaves a tombstone, also where no key was. A repetition changes nothing but is announced again. */
  async destroy(subject: string, at: string): Promise<{ keyId: string | undefined; destroyedAt: string }> {
    const { rows } = await this.pool.query<{ key_id: string | null; destroyed_at: Date }>(
      `WITH destroyed AS (
         INSERT INTO vault_keys (subject, created_at, destroyed_at, destroyed_in)
         VALUES ($1, $2, $2, pg_current_xact_id()::text::bigint)
         ON CONFLICT (subject) DO UPDATE SET wrapped = NULL, master_key_id = NULL,
           destroyed_at = COALESCE(vault_keys.destroyed_at, $2), destroyed_in = excluded.destroyed_in
         RETURNING key_id, destroyed_at)
       SELECT key_id, destroyed_at, pg_notify('${DESTROYED_CHANNEL}', $1) FROM destroyed`,
      [subject, at],
    );
    const [row] = rows;
    if (row === undefined) throw new Error(`the key of ${subject} could not be destroyed`);
    return { keyId: row.key_id ?? undefined, destroyedAt: row.destroyed_at.toISOString() };
  }
}
