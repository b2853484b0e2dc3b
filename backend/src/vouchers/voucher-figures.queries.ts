import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import type { Clock } from '../platform/time/clock.js';
import { CLOCK, POOL } from '../platform/wiring/tokens.js';

const STATES = `SELECT count(*) FILTER (WHERE NOT is_used AND expires_at > $1)::int AS available,
    count(*) FILTER (WHERE is_used)::int AS used,
    count(*) FILTER (WHERE NOT is_used AND expires_at <= $1)::int AS expired
  FROM vouchers WHERE deleted_at IS NULL`;

const monthOf = (column: string): string => `to_char(${column} AT TIME ZONE 'Europe/Berlin', 'YYYY-MM')`;

const MONTHS = `SELECT month, sum(issued)::int AS issued, sum(used)::int AS used FROM (
    SELECT ${monthOf('created_at')} AS month, 1 AS issued, 0 AS used FROM vouchers WHERE deleted_at IS NULL
    UNION ALL
    SELECT ${monthOf('used_at')}, 0, 1 FROM vouchers WHERE deleted_at IS NULL AND is_used AND used_at IS NOT NULL
  ) happened GROUP BY month ORDER BY month DESC LIMIT $1`;

export interface VoucherStates {
  readonly available: number;
  readonly used: number;
  readonly expired: number;
}

export interface VoucherMonth {
  /** `YYYY-MM` in Europe/Berlin. */
  readonly month: string;
  readonly issued: number;
  readonly used: number;
}

export interface VoucherFigures {
  readonly states: VoucherStates;
  /** Latest first. */
  readonly months: readonly VoucherMonth[];
}

/** Returns the numbers of vouchers by state and by month. Deleted vouchers are not counted. */
export class ReadVoucherFigures extends Query<VoucherFigures> {
  constructor(
    /** Maximum number of months in the result. Months without any event are left out. */
    readonly months: number,
  ) {
    super();
  }
}

@QueryHandler(ReadVoucherFigures)
export class ReadVoucherFiguresHandler implements IQueryHandler<ReadVoucherFigures> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ months }: ReadVoucherFigures) {
    const [states, happened] = await Promise.all([
      this.pool.query<VoucherStates>(STATES, [this.clock.now()]),
      this.pool.query<VoucherMonth>(MONTHS, [months]),
    ]);
    return { states: states.rows[0] ?? { available: 0, used: 0, expired: 0 }, months: happened.rows };
  }
}
