import { Inject, Injectable } from '@nestjs/common';
import type { Page, VoucherView } from '@siegel/contracts/admin/views';
import type { Pool } from 'pg';
import type { Journal } from '../platform/journal/journal.js';
import { GONE, type ReadYourWrites } from '../platform/projections/projection.js';
import { RuleBroken } from '../platform/rule-broken.js';
import { JOURNAL, POOL, READ_YOUR_WRITES } from '../platform/tokens.js';
import { type VoucherEvent, voucherStream } from '../voucher/voucher.events.js';
import { voucherListProjection } from './voucher-list.projection.js';
import type { SealedPart, Time, VoucherRow } from './voucher-row.js';

const COLUMNS = `id, revision, category, is_used AS "isUsed", used_at AS "usedAt", used_by_nda_id AS "usedByNdaId", expires_at AS "expiresAt",
  created_at AS "createdAt", deleted_at AS "deletedAt", sealed`;

interface Personal {
  readonly code?: string;
  readonly recipientName?: string | null;
}

const iso = (time: Time): string => (typeof time === 'string' ? time : time.toISOString());

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
      this.pool.query<{ total: number }>('SELECT count(*)::integer AS total FROM vouchers WHERE deleted_at IS NULL'),
      this.pool.query<VoucherRow>(
        `SELECT ${COLUMNS} FROM vouchers WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2`,
        [pageSize, (page - 1) * pageSize],
      ),
    ]);
    const items = await Promise.all(rows.map((row) => this.view(row)));
    return { items, total: counted[0]?.total ?? 0, page, pageSize };
  }

  /** The voucher at least as of a revision that was just appended (decisions 24). @throws RuleBroken not_found */
  async viewAt(id: string, revision: number): Promise<VoucherView> {
    const visible = await this.readYourWrites.waitFor(voucherListProjection.name, id, revision);
    const row = visible ? await this.row(id) : await this.foldStream(id);
    if (row === undefined) throw new RuleBroken('not_found');
    return this.view(row);
  }

  private async row(id: string): Promise<VoucherRow | undefined> {
    const { rows } = await this.pool.query<VoucherRow>(`SELECT ${COLUMNS} FROM vouchers WHERE id = $1`, [id]);
    return rows[0];
  }

  private async foldStream(id: string): Promise<VoucherRow | undefined> {
    const { events } = await this.journal.load<VoucherEvent>(voucherStream(id));
    let row: VoucherRow | undefined;
    for (const event of events) {
      const next = voucherListProjection.fold(row, event);
      row = next === GONE ? undefined : next;
    }
    return row;
  }

  private async view(row: VoucherRow): Promise<VoucherView> {
    const [issued, named] = await Promise.all([this.open(row.id, row.sealed.issued), this.open(row.id, row.sealed.named)]);
    return {
      id: row.id,
      code: issued?.code ?? '',
      category: row.category,
      recipientName: (named ?? issued)?.recipientName ?? null,
      isUsed: row.isUsed,
      usedAt: row.usedAt === null ? null : iso(row.usedAt),
      usedByNdaId: row.usedByNdaId,
      expiresAt: iso(row.expiresAt),
      createdAt: iso(row.createdAt),
      deletedAt: row.deletedAt === null ? null : iso(row.deletedAt),
    };
  }

  private async open(id: string, part: SealedPart | undefined): Promise<Personal | undefined> {
    if (part === undefined) return undefined;
    const opened = await this.journal.openSealed({ ...part, stream: voucherStream(id), bytes: Buffer.from(part.bytes, 'base64') });
    return opened?.personal;
  }
}
