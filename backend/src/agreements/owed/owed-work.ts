import type { Party } from '@siegel/contracts/enums';
import type { Pool } from 'pg';
import {
  COMPLETED_TO_ERASE,
  DRAFT_TO_ERASE,
  FOLDED,
  MAIL_OWED,
  UNFINISHED_TO_ERASE,
} from '../agreement.entity.js';
import { pagesById } from '../../platform/postgres/pages-by-id.js';
import { livingNdas } from '../living-ndas.js';
import type { NdaState } from '../../nda/nda.state.js';
import { openRecipients } from '../../nda/rules/recipients.js';
import type { OwedMail } from '../../nda/owed-mails.state.js';

/*
 * Queries for work that the rows say is owed. Other folders do not know the table: app/ passes these queries
 * to them. Rows without a state are skipped; a sweep finds them after the rebuild.
 */

/** An NDA that is signed and paid but not sent, and whose delivery the service still attempts. */
export interface UnsentNda {
  readonly id: string;
  readonly hasDocument: boolean;
  /** Parties to whom it is still to be sent, without those for whom no further attempt is made. */
  readonly open: readonly Party[];
}

const undelivered = pagesById<{ readonly id: string; readonly delivery: NdaState['delivery'] }>(
  `SELECT id, state -> 'delivery' AS delivery FROM ${livingNdas()} WHERE delivery_owed AND ${FOLDED}`,
);

/** Returns NDAs whose delivery the service still attempts, in the order of their ids after the given one. */
export async function unsentNdas(
  pool: Pool,
  after: string | undefined,
  limit: number,
): Promise<readonly UnsentNda[]> {
  const found = await undelivered(pool, after, limit);
  return found.map(({ id, delivery }) => ({
    id,
    hasDocument: delivery.documentHash !== null,
    open: openRecipients({ delivery }),
  }));
}

/** Place of an NDA in the order of the times from which retention periods run. */
export interface RetentionCursor {
  readonly at: Date;
  readonly id: string;
}
type FindBefore = (
  pool: Pool,
  before: Date,
  after: RetentionCursor | undefined,
  limit: number,
) => Promise<readonly RetentionCursor[]>;

/**
 * Finds NDAs whose time in the column is before the given time, oldest first and after the given place,
 * without those under legal hold. The condition is that of an index on the column.
 */
const findBefore =
  (column: string, condition: string): FindBefore =>
  async (pool, before, after, limit) => {
    const { rows } = await pool.query<RetentionCursor>(
      `SELECT ${column} AS at, id FROM ${livingNdas()} WHERE ${condition} AND ${column} < $1
         AND (${column}, id) > (coalesce($2, '-infinity'::timestamptz), coalesce($3, '00000000-0000-0000-0000-000000000000'::uuid))
       ORDER BY ${column}, id LIMIT $4`,
      [before, after?.at ?? null, after?.id ?? null, limit],
    );
    return rows;
  };

/** Drafts created before the given time, including replaced ones. */
export const draftsBefore = findBefore('created_at', DRAFT_TO_ERASE);

/** NDAs completed before the given time. */
export const completedBefore = findBefore('completed_at', COMPLETED_TO_ERASE);

/** NDAs that only Party 1 has signed, with no act of a party since the given time. */
export const unfinishedBefore = findBefore('last_party_act_at', UNFINISHED_TO_ERASE);

/**
 * Returns NDAs that owe mails which the service still tries to send, ordered by the time until which it
 * tries; `id` is a place in that order. Mails that wait to become owed are left out.
 */
export async function ndasOwingMails(
  pool: Pool,
  now: Date,
  after: string | undefined,
  limit: number,
): Promise<readonly { readonly id: string; readonly ndaId: string; readonly owed: readonly OwedMail[] }[]> {
  const [until = now.toISOString(), id = LAST_ID] = after?.split(PLACE) ?? [];
  const { rows } = await pool.query<{ id: string; mail_owed_until: Date; owed: OwedMail[] }>(
    `SELECT id, mail_owed_until, state #> '{owedMails,owed}' AS owed FROM ${livingNdas()}
     WHERE ${MAIL_OWED} AND ${FOLDED} AND (mail_owed_until, id) > ($1::timestamptz, $2::uuid)
     ORDER BY mail_owed_until, id LIMIT $3`,
    [until, id, limit],
  );
  return rows.map((row) => ({
    id: `${row.mail_owed_until.toISOString()}${PLACE}${row.id}`,
    ndaId: row.id,
    owed: row.owed.filter((mail) => mail.waits !== true && Date.parse(mail.until) > now.getTime()),
  }));
}

const PLACE = '/';
/** Skips mails whose attempts end at this very moment: they are no longer tried. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
