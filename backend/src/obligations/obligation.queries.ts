import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ObligationView, Page } from '@siegel/contracts/admin/views';
import type { ObligationKind } from '@siegel/contracts/enums';
import type { ReadYourWrites } from '../eventsourcing/projections/projection.js';
import { RuleBroken } from '../platform/rule-broken.js';
import { READ_YOUR_WRITES } from '../platform/tokens.js';
import { obligationsProjection } from './obligations.projection.js';
import { Owed } from './owed.js';

/** Oldest first. */
export class ListObligations extends Query<Page<ObligationView>> {
  constructor(
    readonly page: number,
    readonly pageSize: number,
    readonly kind: ObligationKind | undefined,
  ) {
    super();
  }
}

@QueryHandler(ListObligations)
export class ListObligationsHandler implements IQueryHandler<ListObligations> {
  constructor(private readonly owed: Owed) {}

  execute({ page, pageSize, kind }: ListObligations) {
    return this.owed.page(page, pageSize, kind);
  }
}

/**
 * Id of the NDA that this event made something owed by, be it ended since.
 * @throws RuleBroken not_found; not_closable where it is about no NDA: the service sees to all of those
 */
export class FindObligedNda extends Query<string> {
  constructor(readonly id: string) {
    super();
  }
}

@QueryHandler(FindObligedNda)
export class FindObligedNdaHandler implements IQueryHandler<FindObligedNda> {
  constructor(private readonly owed: Owed) {}

  async execute({ id }: FindObligedNda) {
    const ndaId = await this.owed.ndaOwing(id);
    if (ndaId !== undefined) return ndaId;
    throw new RuleBroken((await this.owed.isOwed(id)) ? 'not_closable' : 'not_found');
  }
}

/** Resolves once the list is as of this revision of an NDA, or after a while (rule:read-your-writes). */
export class AwaitObligations extends Query<void> {
  constructor(
    readonly ndaId: string,
    readonly revision: number,
  ) {
    super();
  }
}

@QueryHandler(AwaitObligations)
export class AwaitObligationsHandler implements IQueryHandler<AwaitObligations> {
  constructor(@Inject(READ_YOUR_WRITES) private readonly readYourWrites: ReadYourWrites) {}

  async execute({ ndaId, revision }: AwaitObligations) {
    await this.readYourWrites.waitFor(obligationsProjection.name, ndaId, revision);
  }
}
