import { Inject, Injectable } from '@nestjs/common';
import type { Page, VoucherView } from '@siegel/contracts/admin/views';
import type { Pool } from 'pg';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { selectList } from '../eventsourcing/projections/columns.js';
import { foldStream } from '../eventsourcing/projections/fold-batch.js';
import type { ReadYourWrites } from '../eventsourcing/projections/projection.js';
import { rowTypes } from '../eventsourcing/projections/row-codec.js';
import { openPart, type SealedPart } from '../eventsourcing/projections/sealed-part.js';
import { RuleBroken } from '../platform/rule-broken.js';
import { JOURNAL, POOL, READ_YOUR_WRITES } from '../platform/tokens.js';
import { type VoucherEvent, voucherStream } from '../voucher/voucher.events.js';
import { voucherListProjection } from './voucher-list.projection.js';
import { VOUCHER_COLUMNS, type VoucherRow } from './voucher-row.js';

const COLUMNS = selectList(VOUCHER_COLUMNS, 'v');

interface Personal {
  readonly code?: string;
  readonly recipientName?: string | null;
}

/** Reads vouchers for the admin: from the projection, and from the stream where the projection is behind. */
@Injectable()
export class VoucherQueries {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(JOURNAL) private readonly journal: Journal,
    @Inject(READ_YOUR_WRITES) private readonly readYourWrites: ReadYourWrites,
  ) {}

  /** Newest first, without the deleted ones. */
  async page(page: number, pageSize: number): Promise<Page<VoucherView>> {
    const [{ rows: counted }, { rows }] = await Promise.all([
      this.pool.query<{ total: number }>(
        'SELECT count(*)::integer AS total FROM vouchers WHERE deleted_at IS NULL',
      ),
      this.pool.query<VoucherRow>({
        text: `SELECT ${COLUMNS} FROM vouchers v WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2`,
        values: [pageSize, (page - 1) * pageSize],
        types: rowTypes,
      }),
    ]);
    const items = await Promise.all(rows.map((row) => this.view(row)));
    return { items, total: counted[0]?.total ?? 0, page, pageSize };
  }

  /**
   * The voucher at least as of a revision that was just appended (rule:read-your-writes).
   * @throws RuleBroken not_found
   */
  async viewAt(id: string, revision: number): Promise<VoucherView> {
    const visible = await this.readYourWrites.waitFor(voucherListProjection.name, id, revision);
    const row = visible ? await this.row(id) : await this.foldStream(id);
    if (row === undefined) throw new RuleBroken('not_found');
    return this.view(row);
  }

  private async row(id: string): Promise<VoucherRow | undefined> {
    const { rows } = await this.pool.query<VoucherRow>({
      text: `SELECT ${COLUMNS} FROM vouchers v WHERE id = $1`,
      values: [id],
      types: rowTypes,
    });
    return rows[0];
  }

  private async foldStream(id: string): Promise<VoucherRow | undefined> {
    const { events } = await this.journal.load<VoucherEvent>(voucherStream(id));
    return foldStream(voucherListProjection, events);
  }

  private async view(row: VoucherRow): Promise<VoucherView> {
    const [issued, named] = await Promise.all([
      this.open(row.id, row.sealed.issued),
      this.open(row.id, row.sealed.named),
    ]);
    return {
      id: row.id,
      code: issued?.code ?? '',
      category: row.category,
      recipientName: (named ?? issued)?.recipientName ?? null,
      isUsed: row.isUsed,
      usedAt: row.usedAt,
      usedByNdaId: row.usedByNdaId,
      expiresAt: row.expiresAt,
      createdAt: row.createdAt,
      deletedAt: row.deletedAt,
    };
  }

  private async open(id: string, part: SealedPart | undefined): Promise<Personal | undefined> {
    return (await openPart(this.journal, voucherStream(id), part))?.personal;
  }
}
