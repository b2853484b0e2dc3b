import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Page, ReadingView } from '@siegel/contracts/admin/views';
import type { Pool } from 'pg';
import { Commands } from '../bus/commands.js';
import { rowTypes } from '../eventsourcing/projections/row-codec.js';
import { lenientNdaDecider } from '../nda/nda.decider.js';
import { countRows } from '../platform/lists/count-rows.js';
import { pageRangeOf } from '../platform/lists/list-query.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { POOL } from '../platform/wiring/tokens.js';

/** Returns the readings of an NDA's personal data, newest first, even if the NDA is erased. */
export class ListReadings extends Query<Page<ReadingView>> {
  constructor(
    readonly ndaId: string,
    readonly page: number,
    readonly pageSize: number,
  ) {
    super();
  }
}

@QueryHandler(ListReadings)
export class ListReadingsHandler implements IQueryHandler<ListReadings> {
  constructor(
    private readonly commands: Commands,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  /** @throws RuleBroken not_found: there never was such an NDA */
  async execute({ ndaId, page, pageSize }: ListReadings) {
    const { revision, untrusted } = await this.commands.lastTrusted(lenientNdaDecider, ndaId);
    // The readings are in the streams of sessions, so they are listed even if no event of the NDA counts.
    if (revision < 0 && untrusted === undefined) throw new RuleBroken('not_found');
    const { offset, limit } = pageRangeOf({ page, pageSize });
    const [total, { rows: items }] = await Promise.all([
      countRows(this.pool, 'FROM readings WHERE nda_ids ? $1', [ndaId]),
      this.pool.query<ReadingView>({
        text: 'SELECT at, role, session, what FROM readings WHERE nda_ids ? $1 ORDER BY at DESC, id DESC LIMIT $2 OFFSET $3',
        values: [ndaId, limit, offset],
        types: rowTypes,
      }),
    ]);
    return { items, total, page, pageSize };
  }
}
