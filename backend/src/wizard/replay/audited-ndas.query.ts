import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SearchPage } from '@siegel/contracts/admin/views';
import type { AuditedState } from '@siegel/contracts/audit/requests';
import type { AuditedNdaView } from '@siegel/contracts/audit/views';
import type { Pool } from 'pg';
import { Queries } from '../../bus/queries.js';
import { selectList } from '../../eventsourcing/projections/columns.js';
import { rowTypes } from '../../eventsourcing/projections/row-codec.js';
import type { Clock } from '../../platform/clock.js';
import { ListTotals } from '../../platform/list-totals.js';
import { CLOCK, POOL } from '../../platform/tokens.js';
import { ListNdas, undefinedIfGone } from '../listed-ndas.query.js';
import { NdaReadModel } from '../nda-read-model.js';
import type { NdaRow } from '../nda-row.js';
import { ERASED, KEPT } from './audited-nda.entity.js';
import { AUDITED_COLUMNS, type AuditedRow } from './audited-row.js';

/** What is wanted of the audit's list. */
export interface AuditListWish {
  /** Counted from 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly search: string | undefined;
  readonly status: AuditedState | undefined;
}

/** A page of all histories, newest first, erased ones too. */
export class ListAuditedNdas extends Query<SearchPage<AuditedNdaView>> {
  constructor(readonly wish: AuditListWish) {
    super();
  }
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SELECTED = `SELECT ${selectList(AUDITED_COLUMNS, 'a')} FROM audited_ndas a`;

type Named = Pick<AuditedNdaView, 'ideaTitle' | 'party1Name' | 'party2Name' | 'legalHold'>;
const NAMELESS: Named = { ideaTitle: null, party1Name: null, party2Name: null, legalHold: null };

const itemOf = ({ id, revision, status, createdAt, lastAt, erasedAt }: AuditedRow, named: Named) => ({
  id,
  ideaTitle: named.ideaTitle,
  party1Name: named.party1Name,
  party2Name: named.party2Name,
  status,
  createdAt,
  lastAt,
  events: revision + 1,
  erasedAt,
  legalHold: named.legalHold,
});

@QueryHandler(ListAuditedNdas)
export class ListAuditedNdasHandler implements IQueryHandler<ListAuditedNdas> {
  private readonly totals: ListTotals;

  constructor(
    private readonly ndas: NdaReadModel,
    private readonly queries: Queries,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.totals = new ListTotals(clock);
  }

  execute({ wish }: ListAuditedNdas): Promise<SearchPage<AuditedNdaView>> {
    const { search } = wish;
    if (search === undefined) return this.listed(wish);
    return ID.test(search) ? this.named(wish, search) : this.searched(wish, search);
  }

  private async listed(wish: AuditListWish): Promise<SearchPage<AuditedNdaView>> {
    const { page, pageSize, status } = wish;
    const where = whereOf(status);
    const values = status === undefined || status === 'erased' ? [] : [status];
    const [rows, total] = await Promise.all([
      this.rows(
        `WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
        values,
      ),
      this.totals.of(status ?? '', () => this.count(where, values)),
    ]);
    return { items: await this.items(rows), total, page, pageSize, totalIsEstimate: false };
  }

  /** The one that a whole id names, whatever became of it. */
  private async named(
    { page, pageSize, status }: AuditListWish,
    id: string,
  ): Promise<SearchPage<AuditedNdaView>> {
    const found = await this.rows('WHERE id = $1::uuid', [id]);
    const rows = found.filter((row) => isOf(row, status));
    const items = page === 1 ? await this.items(rows) : [];
    return { items, total: rows.length, page, pageSize, totalIsEstimate: false };
  }

  /** By what is sealed: an erased one has nothing to be found by. */
  private async searched(
    { page, pageSize, status }: AuditListWish,
    search: string,
  ): Promise<SearchPage<AuditedNdaView>> {
    if (status === 'erased') return { items: [], total: 0, page, pageSize, totalIsEstimate: false };
    const found = await this.queries.ask(new ListNdas({ page, pageSize, search, status, sort: '-created' }));
    const rows = await this.rows('WHERE id = ANY($1)', [found.items.map(({ id }) => id)]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return {
      ...found,
      items: found.items.flatMap((nda) => {
        const row = byId.get(nda.id);
        return row === undefined ? [] : [itemOf(row, nda)];
      }),
    };
  }

  private async items(rows: readonly AuditedRow[]): Promise<AuditedNdaView[]> {
    const read = await this.ndas.rows(rows.filter(({ erasedAt }) => erasedAt === null).map(({ id }) => id));
    const named = new Map(
      await Promise.all(read.map(async (row) => [row.id, await this.namesIn(row)] as const)),
    );
    return rows.map((row) => itemOf(row, named.get(row.id) ?? NAMELESS));
  }

  private async namesIn(row: NdaRow): Promise<Named> {
    return (await this.ndas.adminView(row).catch(undefinedIfGone)) ?? NAMELESS;
  }

  private async rows(where: string, values: readonly unknown[]): Promise<readonly AuditedRow[]> {
    const query = { text: `${SELECTED} ${where}`, values: [...values], types: rowTypes };
    return (await this.pool.query<AuditedRow>(query)).rows;
  }

  private async count(where: string, values: readonly unknown[]): Promise<number> {
    const text = `SELECT count(*)::integer AS total FROM audited_ndas WHERE ${where}`;
    return (await this.pool.query<{ total: number }>(text, [...values])).rows[0]?.total ?? 0;
  }
}

const whereOf = (status: AuditedState | undefined): string =>
  status === undefined ? 'true' : status === 'erased' ? ERASED : `${KEPT} AND status = $1`;

const isOf = (row: AuditedRow, wanted: AuditedState | undefined): boolean =>
  wanted === undefined || wanted === (row.erasedAt === null ? row.status : 'erased');
