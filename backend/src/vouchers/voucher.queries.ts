import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { VoucherView } from '@siegel/contracts/admin/views';
import type { Pool } from 'pg';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { selectList } from '../platform/postgres/columns.js';
import { foldStream } from '../eventsourcing/projections/fold-batch.js';
import type { ReadYourWrites } from '../eventsourcing/projections/projection.js';
import { rowTypes } from '../eventsourcing/projections/row-codec.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { JOURNAL, POOL, READ_YOUR_WRITES } from '../platform/wiring/tokens.js';
import { type VoucherEvent, voucherStream } from '../voucher/voucher.events.js';
import { voucherListProjection } from './voucher-list.projection.js';
import { VOUCHER_COLUMNS, type VoucherRow } from './voucher-row.js';
import { voucherView } from './voucher-view.js';

const COLUMNS = selectList(VOUCHER_COLUMNS, 'v');

/**
 * Returns the voucher at a revision that the same request appended, or at a later revision
 * (rule:read-your-writes). The voucher is read from the projection, or from the stream if the projection is
 * behind.
 * @throws RuleBroken not_found
 */
export class ReadVoucherAt extends Query<VoucherView> {
  constructor(
    readonly id: string,
    readonly revision: number,
  ) {
    super();
  }
}

@QueryHandler(ReadVoucherAt)
export class ReadVoucherAtHandler implements IQueryHandler<ReadVoucherAt> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(JOURNAL) private readonly journal: Journal,
    @Inject(READ_YOUR_WRITES) private readonly readYourWrites: ReadYourWrites,
  ) {}

  async execute({ id, revision }: ReadVoucherAt) {
    const visible = await this.readYourWrites.waitFor(voucherListProjection.name, id, revision);
    const row = visible ? await this.row(id) : await this.foldStream(id);
    if (row === undefined) throw new RuleBroken('not_found');
    return voucherView(this.journal, row);
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
}
