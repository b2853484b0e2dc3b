import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SearchPage } from '@siegel/contracts/admin/views';
import type { AuditedState } from '@siegel/contracts/audit/requests';
import type { NdaStatus } from '@siegel/contracts/enums';
import type { AuditedNdaView } from '@siegel/contracts/audit/views';
import type { Pool } from 'pg';
import { Queries } from '../../bus/queries.js';
import type { Clock } from '../../platform/time/clock.js';
import { ListTotals } from '../../platform/lists/list-totals.js';
import { type ListQuery, pageRangeOf } from '../../platform/lists/list-query.js';
import { CLOCK, POOL } from '../../platform/wiring/tokens.js';
import { NDA_ID, ListNdas, ignoreDeleted } from '../../agreements/finding/listed-ndas.query.js';
import { NdaReadModel } from '../../agreements/nda-read-model.js';
import type { Agreement } from '../../agreements/agreement.js';
import { type AuditedRow, AuditedRows } from '../../agreements/finding/audited-rows.js';

/** Returns a page of all histories, newest first, including those of erased NDAs. */
export class ListAuditedNdas extends Query<SearchPage<AuditedNdaView>> {
  constructor(readonly query: ListQuery<AuditedState>) {
    super();
  }
}

type Named = Pick<AuditedNdaView, 'ideaTitle' | 'party1Name' | 'party2Name' | 'legalHold' | 'untrustedSince'>;
const NAMELESS: Named = {
  ideaTitle: null,
  party1Name: null,
  party2Name: null,
  legalHold: null,
  untrustedSince: null,
};

/** An NDA whose creation event this version does not know is shown as a draft. */
const shownStatus = (status: AuditedRow['status']): NdaStatus => (status === 'none' ? 'draft' : status);

const itemOf = ({ id, revision, status, createdAt, lastAt, erasedAt }: AuditedRow, named: Named) => ({
  id,
  ideaTitle: named.ideaTitle,
  party1Name: named.party1Name,
  party2Name: named.party2Name,
  status: shownStatus(status),
  createdAt,
  lastAt,
  events: revision + 1,
  erasedAt,
  legalHold: named.legalHold,
  untrustedSince: named.untrustedSince,
});

@QueryHandler(ListAuditedNdas)
export class ListAuditedNdasHandler implements IQueryHandler<ListAuditedNdas> {
  private readonly totals: ListTotals;
  private readonly audited: AuditedRows;

  constructor(
    private readonly ndas: NdaReadModel,
    private readonly queries: Queries,
    @Inject(POOL) pool: Pool,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.totals = new ListTotals(clock);
    this.audited = new AuditedRows(pool);
  }

  execute({ query }: ListAuditedNdas): Promise<SearchPage<AuditedNdaView>> {
    const { search } = query;
    if (search === undefined) return this.listed(query);
    return NDA_ID.test(search) ? this.named(query, search) : this.searched(query, search);
  }

  private async listed(query: ListQuery<AuditedState>): Promise<SearchPage<AuditedNdaView>> {
    const { page, pageSize, status } = query;
    const [rows, total] = await Promise.all([
      this.audited.page(status, pageRangeOf(query)),
      this.totals.of(status ?? '', () => this.audited.count(status)),
    ]);
    return { items: await this.items(rows), total, page, pageSize, totalIsEstimate: false };
  }

  /**
   * Finds the NDA with this complete id, even if it is discarded or erased. If the request names a state, the
   * NDA must have that state.
   */
  private async named(
    { page, pageSize, status }: ListQuery<AuditedState>,
    id: string,
  ): Promise<SearchPage<AuditedNdaView>> {
    const found = await this.audited.named([id]);
    const rows = found.filter((row) => isOf(row, status));
    const items = page === 1 ? await this.items(rows) : [];
    return { items, total: rows.length, page, pageSize, totalIsEstimate: false };
  }

  /** Searches sealed texts. An erased NDA has no sealed texts, so it is never found. */
  private async searched(
    { page, pageSize, status }: ListQuery<AuditedState>,
    search: string,
  ): Promise<SearchPage<AuditedNdaView>> {
    if (status === 'erased') return { items: [], total: 0, page, pageSize, totalIsEstimate: false };
    const found = await this.queries.ask(new ListNdas({ page, pageSize, search, status, sort: '-created' }));
    const rows = await this.audited.named(found.items.map(({ id }) => id));
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
      await Promise.all(read.map(async (nda) => [nda.state.id, await this.namesIn(nda)] as const)),
    );
    return rows.map((row) => itemOf(row, named.get(row.id) ?? NAMELESS));
  }

  private async namesIn(nda: Agreement): Promise<Named> {
    return (await this.ndas.listedView(nda).catch(ignoreDeleted)) ?? NAMELESS;
  }
}

const isOf = (row: AuditedRow, wanted: AuditedState | undefined): boolean =>
  wanted === undefined || wanted === (row.erasedAt === null ? shownStatus(row.status) : 'erased');
