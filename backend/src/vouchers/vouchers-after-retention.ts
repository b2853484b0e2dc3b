import type { Pool } from 'pg';

export interface DueVoucher {
  readonly voucherId: string;
  /** Position of this voucher in the order. The next page begins after it. */
  readonly cursor: string;
}

/**
 * Position of a voucher in the order. Vouchers are ordered by how they ended, then by the time at which they
 * ended, then by id. The position of a deleted voucher contains no time, so deleted vouchers are ordered by
 * id alone.
 */
type Cursor = readonly [kind: number, at: string, id: string];

const DELETED = 0;
const USED = 1;
const EXPIRED = 2;
const BEGINNING: Cursor = [DELETED, '', ''];

/**
 * Returns vouchers whose key is not destroyed yet, although the voucher was deleted, was used by the time
 * `before`, or expired by that time (rule:voucher-key-goes). Each voucher is returned once. The cost of a
 * page depends only on the vouchers of the page, because each kind of end has its own index. That index has
 * the order of this query and contains no voucher whose key is destroyed.
 */
export async function vouchersAfterRetention(
  pool: Pool,
  before: Date,
  after: string | undefined,
  limit: number,
): Promise<readonly DueVoucher[]> {
  const reached = after === undefined ? BEGINNING : (JSON.parse(after) as Cursor);
  // As text, because a time that somebody wrote into the row need not be one that JavaScript knows.
  const { rows } = await pool.query<{ kind: number; reached: string | null; id: string }>(
    `SELECT kind, at::text AS reached, id FROM (
       (SELECT ${DELETED} AS kind, NULL::timestamptz AS at, id FROM vouchers
        WHERE key_destroyed_at IS NULL AND deleted_at IS NOT NULL AND id > $3 ORDER BY id LIMIT $2)
       UNION ALL
       (SELECT ${USED}, used_at, id FROM vouchers
        WHERE key_destroyed_at IS NULL AND deleted_at IS NULL AND used_at IS NOT NULL
          AND used_at <= $1 AND (used_at, id) > ($4::timestamptz, $5) ORDER BY used_at, id LIMIT $2)
       UNION ALL
       (SELECT ${EXPIRED}, expires_at, id FROM vouchers
        WHERE key_destroyed_at IS NULL AND deleted_at IS NULL AND used_at IS NULL
          AND expires_at <= $1 AND (expires_at, id) > ($6::timestamptz, $7) ORDER BY expires_at, id LIMIT $2)) due
     ORDER BY kind, at, id LIMIT $2`,
    [before, limit, behind(DELETED, reached)[1], ...behind(USED, reached), ...behind(EXPIRED, reached)],
  );
  return rows.map(({ kind, reached: at, id }) => ({
    voucherId: id,
    cursor: JSON.stringify([kind, at ?? '', id] satisfies Cursor),
  }));
}

/**
 * Returns the time and id after which the next page continues among the vouchers of one kind. Both are null
 * if the earlier pages contained all vouchers of this kind.
 */
function behind(kind: number, [reached, at, id]: Cursor): readonly [string | null, string | null] {
  if (kind < reached) return [null, null];
  return kind === reached ? [at, id] : ['-infinity', ''];
}
