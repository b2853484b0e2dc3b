import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { OWN_NDAS_MAX } from '@siegel/contracts/limits';
import type { OwnNdasView, OwnNdaView } from '@siegel/contracts/nda/view';
import type { Pool } from 'pg';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { type Columns, type RowOf, selectList } from '../eventsourcing/projections/columns.js';
import { rowTypes } from '../eventsourcing/projections/row-codec.js';
import { openPart, type SealedPart } from '../eventsourcing/projections/sealed-part.js';
import { type NdaPersonal, ndaStream } from '../nda/nda.events.js';
import { JOURNAL, POOL } from '../platform/tokens.js';
import { NDA_COLUMNS } from './nda-row.js';
import { undefinedIfMissing } from '../vault/vault.js';

const { id, revision, status, signatureMode, invitationStatus, paymentStatus, tokenExpiresAt, createdAt } =
  NDA_COLUMNS;
const LISTED = {
  id,
  revision,
  status,
  signatureMode,
  invitationStatus,
  paymentStatus,
  tokenExpiresAt,
  createdAt,
} as const satisfies Columns;

type ListedRow = RowOf<typeof LISTED> & { readonly created: SealedPart | null };

/** Of each row only the one sealed part that is shown is sent. */
const SELECT = `SELECT ${selectList(LISTED, 'n')}, n.sealed->'created' AS created FROM ndas n
  WHERE creator_key_hashes ? $1 AND NOT discarded ORDER BY created_at DESC, id DESC LIMIT ${OWN_NDAS_MAX}`;

/**
 * The NDAs that a creator key opens (rule:creator-key), the newest of them; none without a key. Drafts that
 * were replaced are left out.
 */
export class ListOwnNdas extends Query<OwnNdasView> {
  constructor(readonly creatorKeyHash: string | undefined) {
    super();
  }
}

@QueryHandler(ListOwnNdas)
export class ListOwnNdasHandler implements IQueryHandler<ListOwnNdas> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(JOURNAL) private readonly journal: Pick<Journal, 'openSealed'>,
  ) {}

  async execute({ creatorKeyHash }: ListOwnNdas) {
    if (creatorKeyHash === undefined) return { items: [] };
    const { rows } = await this.pool.query<ListedRow>({
      text: SELECT,
      values: [creatorKeyHash],
      types: rowTypes,
    });
    const items = await Promise.all(rows.map((row) => this.view(row)));
    return { items: items.filter((item) => item !== undefined) };
  }

  /**
   * Undefined where the key was destroyed, which the row follows, and where it is missing: whoever asks for
   * that one alone is told so, and the others are listed.
   */
  private async view(row: ListedRow): Promise<OwnNdaView | undefined> {
    const opened = await openPart(this.journal, ndaStream(row.id), row.created ?? undefined).catch(
      undefinedIfMissing,
    );
    if (opened?.personal === undefined) return undefined;
    const { ideaTitle, party2Name } = opened.personal as NdaPersonal;
    return {
      id: row.id,
      ideaTitle,
      party2Name,
      status: row.status,
      signatureMode: row.signatureMode,
      invitationStatus: row.invitationStatus,
      paymentStatus: row.paymentStatus,
      expiresAt: row.tokenExpiresAt,
      createdAt: row.createdAt,
    };
  }
}
