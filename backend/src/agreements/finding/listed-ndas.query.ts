import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { NdaOrder } from '@siegel/contracts/admin/requests';
import type { AdminNdaView, NdaListItem, SearchPage } from '@siegel/contracts/admin/views';
import type { NdaStatus } from '@siegel/contracts/enums';
import { SEARCH_HITS_MAX } from '@siegel/contracts/limits';
import type { Pool } from 'pg';
import type { Clock } from '../../platform/time/clock.js';
import { countRows } from '../../platform/lists/count-rows.js';
import { ListMarks } from '../../platform/lists/list-marks.js';
import { ListTotals } from '../../platform/lists/list-totals.js';
import { type ListQuery, pageRangeOf } from '../../platform/lists/list-query.js';
import { RuleBroken } from '../../platform/errors/rule-broken.js';
import { CLOCK, POOL, SEARCH_KEYS } from '../../platform/wiring/tokens.js';
import { hasPart } from '../../vault/search/pieces.js';
import type { SearchKeys } from '../../vault/search/search-keys.js';
import { KeyMissing, SealBroken } from '../../vault/vault.js';
import type { Agreement } from '../agreement.js';
import { LISTED } from '../agreement.entity.js';
import { livingNdas } from '../living-ndas.js';
import { NdaReadModel } from '../nda-read-model.js';
import { FindNdas } from '../search/find-ndas.js';
import { SEARCHED_TEXTS } from '../search/nda-search-row.js';

/** The part of the admin's list that a request asks for. */
export interface ListedNdasQuery extends ListQuery<NdaStatus> {
  readonly sort: NdaOrder;
}

/** Returns a page of all NDAs except discarded and erased ones (rule:search-on-encrypted-data). */
export class ListNdas extends Query<SearchPage<NdaListItem>> {
  constructor(readonly query: ListedNdasQuery) {
    super();
  }
}

/** The ids of the NDAs on a page, and the number of NDAs on all pages. */
interface Found {
  readonly ids: readonly string[];
  readonly total: number;
  readonly isCapped: boolean;
}

/** Matches a complete NDA id. */
export const NDA_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ORDER_NUMBER = /^S-[A-Z2-7]{10}$/i;

@QueryHandler(ListNdas)
export class ListNdasHandler implements IQueryHandler<ListNdas> {
  private readonly find: FindNdas;
  private readonly totals: ListTotals;
  private readonly marks: ListMarks;

  constructor(
    private readonly ndas: NdaReadModel,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(SEARCH_KEYS) keys: SearchKeys,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.find = new FindNdas({ pool, keys });
    this.totals = new ListTotals(clock);
    this.marks = new ListMarks(pool, clock);
  }

  async execute({ query }: ListNdas) {
    const { ids, total, isCapped } = await this.found(query);
    const rows = await this.ndas.rows(ids);
    const items = (await Promise.all(rows.map((nda) => this.item(nda, query)))).filter(
      (item) => item !== undefined,
    );
    const { page, pageSize, search } = query;
    const isShort = search !== undefined && items.length < ids.length;
    return { items, total, page, pageSize, totalIsEstimate: isCapped || isShort };
  }

  private found(query: ListedNdasQuery): Promise<Found> {
    const { search } = query;
    if (search === undefined) return this.listed(query);
    if (NDA_ID.test(search)) return this.named(query, 'id = $1::uuid', search);
    if (ORDER_NUMBER.test(search))
      return this.named(query, '$1 IN (party1_order_number, party2_order_number)', search.toUpperCase());
    return this.searched(query, search);
  }

  private async listed({ status, sort, ...query }: ListedNdasQuery): Promise<Found> {
    const values = status === undefined ? [] : [status];
    const where = status === undefined ? LISTED : `${LISTED} AND status = $1`;
    const oldestFirst = sort === 'created';
    const list = { table: 'ndas', where, values, oldestFirst };
    const [ids, total] = await Promise.all([
      this.marks.ids(`${status ?? ''} ${sort}`, list, pageRangeOf(query)),
      this.totals.of(status ?? '', () => {
        const name = `nda-total-${status === undefined ? 'all' : 'in-state'}`;
        return countRows(this.pool, `FROM ${livingNdas()} WHERE ${where}`, values, name);
      }),
    ]);
    return { ids, total, isCapped: false };
  }

  /** Finds the NDA with the complete id or order number that the admin searches for. */
  private async named(
    { page, pageSize, status }: ListedNdasQuery,
    where: string,
    name: string,
  ): Promise<Found> {
    const { rows } = await this.pool.query<{ id: string }>(
      `SELECT id FROM ${livingNdas()} WHERE ${where} AND ${LISTED} AND status = coalesce($2, status)`,
      [name, status ?? null],
    );
    const ids = rows.map(({ id }) => id).slice((page - 1) * pageSize, page * pageSize);
    return { ids, total: rows.length, isCapped: false };
  }

  private async searched({ status, sort, ...query }: ListedNdasQuery, search: string): Promise<Found> {
    const { ids, counted } = await this.find.hits({
      search,
      status,
      oldestFirst: sort === 'created',
      ...pageRangeOf(query),
    });
    return { ids, total: Math.min(counted, SEARCH_HITS_MAX), isCapped: counted > SEARCH_HITS_MAX };
  }

  /** Returns undefined if the NDA does not match the request, or can no longer be read. */
  private async item(nda: Agreement, { search, status }: ListedNdasQuery): Promise<NdaListItem | undefined> {
    if (status !== undefined && nda.state.status !== status) return undefined;
    const view = await this.ndas.listedView(nda).catch(ignoreDeleted);
    if (view === undefined || !matchesSearch(view, search)) return undefined;
    const { party1Signature: _first, party2Signature: _second, ...item } = view;
    return item;
  }
}

/**
 * Ignores the error if an NDA cannot be shown, so that the other NDAs are still listed. Such an error has one
 * of three causes: the key was destroyed a moment ago but the row still exists, the key is missing, or a
 * sealed part was altered.
 * @throws the error if it has another cause
 */
export function ignoreDeleted(error: unknown): undefined {
  const isGone =
    error instanceof KeyMissing ||
    error instanceof SealBroken ||
    (error instanceof RuleBroken && error.code === 'not_found');
  if (!isGone) throw error;
}

const matchesSearch = (view: AdminNdaView, search: string | undefined): boolean =>
  search === undefined ||
  NDA_ID.test(search) ||
  ORDER_NUMBER.test(search) ||
  hasPart(
    SEARCHED_TEXTS.map((text) => view[text]),
    search,
  );
