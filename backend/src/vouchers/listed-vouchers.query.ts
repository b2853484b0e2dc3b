import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SearchPage, VoucherView } from '@siegel/contracts/admin/views';
import type { VoucherState } from '@siegel/contracts/enums';
import { SEARCH_HITS_MAX, VOUCHER_PAGE_SIZE } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import type { Journal } from '../eventsourcing/journal/journal.js';
import { rowTypes } from '../eventsourcing/projections/row-codec.js';
import { selectList } from '../platform/postgres/columns.js';
import { findTexts } from '../eventsourcing/projections/find-texts.js';
import type { Clock } from '../platform/time/clock.js';
import type { KeyedHash } from '../platform/crypto/keyed-hash.js';
import { countRows } from '../platform/lists/count-rows.js';
import { ListTotals } from '../platform/lists/list-totals.js';
import { type ListQuery, pageRangeOf } from '../platform/lists/list-query.js';
import { CLOCK, JOURNAL, KEYED_HASH, POOL, SEARCH_KEYS } from '../platform/wiring/tokens.js';
import { hasPart } from '../vault/search/pieces.js';
import type { SearchKeys } from '../vault/search/search-keys.js';
import { normaliseVoucherCode } from '../voucher/voucher-code.js';
import { LISTED } from './voucher.entity.js';
import { VOUCHER_COLUMNS, type VoucherRow } from './voucher-row.js';
import { VOUCHER_SEARCH, VOUCHER_TEXTS } from './voucher-search.projection.js';
import { voucherView } from './voucher-view.js';

const COLUMNS = selectList(VOUCHER_COLUMNS, 'v');

/** Returns a page of the vouchers that are not deleted, newest first. */
export class ListVouchers extends Query<SearchPage<VoucherView>> {
  constructor(readonly query: ListQuery<VoucherState>) {
    super();
  }
}

interface Found {
  readonly rows: readonly VoucherRow[];
  readonly total: number;
  readonly isCapped: boolean;
}

/** SQL conditions on a voucher `v`. `now` is replaced by the present time. */
const STATES: Readonly<Record<VoucherState, string>> = {
  available: 'NOT v.is_used AND v.expires_at > now',
  used: 'v.is_used',
  expired: 'NOT v.is_used AND v.expires_at <= now',
};

/** Pattern of a whole code in its normal form. If a search is a whole code, it finds only that code. */
const CODE = /^NDA-[A-Z0-9]{4}-[A-Z0-9]{4}$/;
const codeIn = (search: string): string | undefined => {
  const code = normaliseVoucherCode(search);
  return CODE.test(code) ? code : undefined;
};

@QueryHandler(ListVouchers)
export class ListVouchersHandler implements IQueryHandler<ListVouchers> {
  private readonly totals: ListTotals;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(JOURNAL) private readonly journal: Journal,
    @Inject(KEYED_HASH) private readonly keyedHash: KeyedHash,
    @Inject(SEARCH_KEYS) private readonly keys: SearchKeys,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.totals = new ListTotals(clock);
  }

  async execute({ query }: ListVouchers) {
    const { page, pageSize, search } = query;
    const code = search === undefined ? undefined : codeIn(search);
    const { rows, total, isCapped } = await this.found(query, code);
    const views = await Promise.all(rows.map((row) => voucherView(this.journal, row)));
    const isNamed = search === undefined || code !== undefined;
    const items = isNamed ? views : views.filter((view) => hasPart([view.recipientName ?? ''], search));
    return { items, total, page, pageSize, totalIsEstimate: isCapped || items.length < views.length };
  }

  private found(query: ListQuery<VoucherState>, code: string | undefined): Promise<Found> {
    const { search } = query;
    if (search === undefined) return this.listed(query);
    return code === undefined ? this.searched(query, search) : this.named(query, code);
  }

  /**
   * Returns the SQL condition for a voucher's state. Adds the present time to `values` if the condition uses
   * it.
   */
  private state(status: VoucherState | undefined, values: unknown[]): string {
    if (status === undefined) return LISTED;
    const condition = STATES[status];
    if (!condition.includes('now')) return `${LISTED} AND ${condition}`;
    const now = `$${values.push(this.clock.now())}::timestamptz`;
    return `${LISTED} AND ${condition.replace(/\bnow\b/, now)}`;
  }

  private async listed({ page, pageSize, status }: ListQuery<VoucherState>): Promise<Found> {
    const values: unknown[] = [];
    const where = this.state(status, values);
    // Among the queries for pages, only the query for the first page of the usual size is a named statement.
    // If every page had a named statement, there would be too many named statements.
    const isFirst = page === 1 && pageSize === VOUCHER_PAGE_SIZE;
    const { offset, limit } = pageRangeOf({ page, pageSize });
    const [rows, total] = await Promise.all([
      this.rows(
        `WHERE ${where} ORDER BY v.created_at DESC, v.id DESC LIMIT ${limit} OFFSET ${offset}`,
        values,
        isFirst ? `vouchers-first-${status ?? 'all'}` : undefined,
      ),
      this.totals.of(status ?? '', () =>
        countRows(this.pool, `FROM vouchers v WHERE ${where}`, values, `voucher-total-${status ?? 'all'}`),
      ),
    ]);
    return { rows, total, isCapped: false };
  }

  /** Finds the voucher by the keyed hash of its code. */
  private async named({ page, status }: ListQuery<VoucherState>, code: string): Promise<Found> {
    const values: unknown[] = [this.keyedHash.of('voucher', code)];
    const rows = await this.rows(`WHERE v.id = $1 AND ${this.state(status, values)}`, values);
    return { rows: page === 1 ? rows : [], total: rows.length, isCapped: false };
  }

  private async searched({ status, ...query }: ListQuery<VoucherState>, search: string): Promise<Found> {
    const values: unknown[] = [];
    // If no state is requested, all rows of the index match. The index may still contain a deleted voucher,
    // which is then left out of the page.
    const where =
      status === undefined
        ? undefined
        : `EXISTS (SELECT FROM vouchers v WHERE v.id = s.id AND ${this.state(status, values)})`;
    const index = { name: VOUCHER_SEARCH, table: 'voucher_search', texts: VOUCHER_TEXTS, where };
    const wanted = { oldestFirst: false, max: SEARCH_HITS_MAX, ...pageRangeOf(query) };
    const { counted, ids } = await findTexts(
      { pool: this.pool, keys: this.keys },
      index,
      search,
      wanted,
      values,
    );
    const rows = await this.rows(`WHERE v.id = ANY($1) AND ${LISTED} ORDER BY array_position($1, v.id)`, [
      ids,
    ]);
    const isCapped = counted > SEARCH_HITS_MAX || rows.length < ids.length;
    return { rows, total: Math.min(counted, SEARCH_HITS_MAX), isCapped };
  }

  /** @param name of the prepared statement, for frequent queries */
  private async rows(which: string, values: unknown[], name?: string): Promise<readonly VoucherRow[]> {
    const { rows } = await this.pool.query<VoucherRow>({
      ...(name === undefined ? {} : { name }),
      text: `SELECT ${COLUMNS} FROM vouchers v ${which}`,
      values,
      types: rowTypes,
    });
    return rows;
  }
}
