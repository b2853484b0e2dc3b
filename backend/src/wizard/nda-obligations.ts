import type { Party } from '@siegel/contracts/enums';
import type { Pool } from 'pg';
import { DRAFT_TO_ERASE, MAIL_OWED } from './nda.entity.js';
import type { OwedMail } from '../nda/owed-mails.js';
import type { NdaRow } from './nda-row.js';
import { openRecipients } from './nda-row-delivery.js';

/*
 * What the rows say is owed. Other folders do not know the table: app/ hands them these queries.
 */

/** NDAs of whose delivery something is still tried, in the order of their ids after the given one. */
export async function unsentNdas(
  pool: Pool,
  after: string | undefined,
  limit: number,
): Promise<
  readonly { readonly id: string; readonly hasDocument: boolean; readonly open: readonly Party[] }[]
> {
  const { rows } = await pool.query<{
    id: string;
    document_hash: string | null;
    recipients: NdaRow['recipients'];
  }>(
    `SELECT id, document_hash, recipients FROM ndas WHERE delivery_owed AND ($1::uuid IS NULL OR id > $1)
     ORDER BY id LIMIT $2`,
    [after ?? null, limit],
  );
  return rows.map(({ id, document_hash: documentHash, recipients }) => ({
    id,
    hasDocument: documentHash !== null,
    open: openRecipients(recipients),
  }));
}

/** Place of a draft in the order in which they were made. */
export interface DraftPlace {
  readonly createdAt: Date;
  readonly id: string;
}

/**
 * Drafts that were made before that time, replaced ones included and those under legal hold not, oldest first
 * and after the given place.
 */
export async function draftsBefore(
  pool: Pool,
  before: Date,
  after: DraftPlace | undefined,
  limit: number,
): Promise<readonly DraftPlace[]> {
  const { rows } = await pool.query<DraftPlace>(
    `SELECT created_at AS "createdAt", id FROM ndas WHERE ${DRAFT_TO_ERASE} AND created_at < $1
       AND (created_at, id) > (coalesce($2, '-infinity'::timestamptz), coalesce($3, '00000000-0000-0000-0000-000000000000'::uuid))
     ORDER BY created_at, id LIMIT $4`,
    [before, after?.createdAt ?? null, after?.id ?? null, limit],
  );
  return rows;
}

/**
 * NDAs whose events owe mails that are tried by themselves, without those that still wait to become owed, in the
 * order of the times until when; `id` is the place of one in that order.
 */
export async function ndasOwingMails(
  pool: Pool,
  now: Date,
  after: string | undefined,
  limit: number,
): Promise<readonly { readonly id: string; readonly ndaId: string; readonly owed: readonly OwedMail[] }[]> {
  const [until = now.toISOString(), id = LAST_ID] = after?.split(PLACE) ?? [];
  const { rows } = await pool.query<{ id: string; mail_owed_until: Date; owed: OwedMail[] }>(
    `SELECT id, mail_owed_until, owed_mails -> 'owed' AS owed FROM ndas
     WHERE ${MAIL_OWED} AND (mail_owed_until, id) > ($1::timestamptz, $2::uuid)
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
/** Whatever is owed until this very moment is not tried any more. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * An SQL condition: there is a row of this NDA, and nothing counts yet for this party. Both parameters are
 * SQL expressions.
 */
export const nothingCountsYet = (ndaId: string, party: string): string =>
  `EXISTS (SELECT FROM ndas nda WHERE nda.id = ${ndaId}
     AND CASE ${party} WHEN 1 THEN nda.party1_covered WHEN 2 THEN nda.party2_covered END = 0)`;
