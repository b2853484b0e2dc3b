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
import { isTriedByService } from '../../nda/owed-mail-list.js';
import type { OwedMail } from '../../nda/owed-mails.state.js';

/*
 * Queries for owed work. They find it in the rows. Other folders do not access the table; app/ passes these
 * queries to them. A row without a state is skipped until it is rebuilt. After that, a sweep finds the owed
 * work of the row.
 */

/** An NDA that is signed and paid but not sent. The service still tries to deliver its document. */
export interface UnsentNda {
  readonly id: string;
  readonly hasDocument: boolean;
  /** Parties that do not have the document yet and to which the service still tries to deliver it. */
  readonly open: readonly Party[];
}

const undelivered = pagesById<{ readonly id: string; readonly delivery: NdaState['delivery'] }>(
  `SELECT id, state -> 'delivery' AS delivery FROM ${livingNdas()} WHERE delivery_owed AND ${FOLDED}`,
);

/**
 * Returns NDAs whose document the service still tries to deliver. They are ordered by id and begin after a
 * given id.
 */
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

/** Position of an NDA in a list that is ordered by the time at which retention begins. */
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
 * Finds NDAs whose time in `column` is before the given time. The NDAs are ordered from the oldest time to
 * the newest, and begin after the given position. NDAs under legal hold are left out. `condition` must be the
 * condition of an index on the column.
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

/** Finds drafts that were created before the given time. Replaced drafts are included. */
export const draftsBefore = findBefore('created_at', DRAFT_TO_ERASE);

/** Finds NDAs that were completed before the given time. */
export const completedBefore = findBefore('completed_at', COMPLETED_TO_ERASE);

/** Finds NDAs that only Party 1 has signed and on which no party has acted since the given time. */
export const unfinishedBefore = findBefore('last_party_act_at', UNFINISHED_TO_ERASE);

/**
 * Returns NDAs that owe mails which the service still tries to send. They are ordered by the time at which
 * the service stops trying. `id` is the NDA's position in that order. A mail that is not owed yet is left
 * out.
 */
export async function ndasOwingMails(
  pool: Pool,
  now: Date,
  after: string | undefined,
  limit: number,
): Promise<readonly { readonly id: string; readonly ndaId: string; readonly owed: readonly OwedMail[] }[]> {
  const [until = now.toISOString(), id = LAST_ID] = after?.split(PLACE) ?? [];
  // As text, because a time that somebody wrote into the row need not be one that JavaScript knows.
  const { rows } = await pool.query<{ id: string; reached: string; owed: OwedMail[] }>(
    `SELECT id, mail_owed_until::text AS reached, state #> '{owedMails,owed}' AS owed FROM ${livingNdas()}
     WHERE ${MAIL_OWED} AND ${FOLDED} AND (mail_owed_until, id) > ($1::timestamptz, $2::uuid)
     ORDER BY mail_owed_until, id LIMIT $3`,
    [until, id, limit],
  );
  return rows.map((row) => ({
    id: `${row.reached}${PLACE}${row.id}`,
    ndaId: row.id,
    owed: row.owed.filter((mail) => isTriedByService(mail) && Date.parse(mail.until) > now.getTime()),
  }));
}

const PLACE = '/';
/** Greater than every id. The first page therefore skips mails whose time limit is exactly `now`. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
