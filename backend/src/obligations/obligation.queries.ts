import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ObligationView, Page } from '@siegel/contracts/admin/views';
import { OBLIGATION_KINDS, PERSON_OBLIGATIONS, SERVICE_OBLIGATIONS } from '@siegel/contracts/enums';
import type { ObligationGroup, ObligationKind } from '@siegel/contracts/enums';
import { ConfirmedObligations } from './confirmed-obligations.js';
import { Owed } from './owed.js';
import { COMPLETE_OBLIGATIONS } from './tokens.js';

/**
 * Adds data that the service can read but that the database query cannot return, because the data is sealed.
 * Leaves out items that are no longer open according to their streams.
 */
export type CompleteObligations = (items: readonly ObligationView[]) => Promise<readonly ObligationView[]>;

const GROUPS: Readonly<Record<ObligationGroup, readonly ObligationKind[]>> = {
  person: PERSON_OBLIGATIONS,
  service: SERVICE_OBLIGATIONS,
};

export interface ObligationFilter {
  readonly kind?: ObligationKind;
  readonly group?: ObligationGroup;
  readonly ndaId?: string;
}

/**
 * Returns the kinds that match both parts of the filter. Returns no kind if `kind` does not belong to
 * `group`.
 */
const kindsOf = ({ kind, group }: ObligationFilter): readonly ObligationKind[] =>
  OBLIGATION_KINDS.filter(
    (one) => (kind === undefined || one === kind) && (group === undefined || GROUPS[group].includes(one)),
  );

/** Returns one page of obligations, oldest first. */
export class ListObligations extends Query<Page<ObligationView>> {
  constructor(
    readonly page: number,
    readonly pageSize: number,
    readonly filter: ObligationFilter,
  ) {
    super();
  }
}

@QueryHandler(ListObligations)
export class ListObligationsHandler implements IQueryHandler<ListObligations> {
  constructor(
    private readonly owed: Owed,
    private readonly confirmed: ConfirmedObligations,
    @Inject(COMPLETE_OBLIGATIONS) private readonly complete: CompleteObligations,
  ) {}

  async execute({ page, pageSize, filter }: ListObligations) {
    const found = await this.owed.page(page, pageSize, kindsOf(filter), filter.ndaId);
    return { ...found, items: [...(await this.complete(await this.confirmed.of(found.items)))] };
  }
}

/** Returns the oldest obligations, without the sealed data. */
export class ReadOldestObligations extends Query<Page<ObligationView>> {
  constructor(readonly count: number) {
    super();
  }
}

@QueryHandler(ReadOldestObligations)
export class ReadOldestObligationsHandler implements IQueryHandler<ReadOldestObligations> {
  constructor(private readonly owed: Owed) {}

  async execute({ count }: ReadOldestObligations) {
    return this.owed.page(1, count, OBLIGATION_KINDS);
  }
}
