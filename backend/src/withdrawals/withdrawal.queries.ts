import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { WithdrawalView } from '@siegel/contracts/withdrawal/view';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { Withdrawals } from './withdrawals.js';

/** Returns a withdrawal as the admin reads it. @throws RuleBroken not_found */
export class ReadWithdrawal extends Query<WithdrawalView> {
  /** @param id of the withdrawal's obligation */
  constructor(readonly id: string) {
    super();
  }
}

@QueryHandler(ReadWithdrawal)
export class ReadWithdrawalHandler implements IQueryHandler<ReadWithdrawal> {
  constructor(private readonly withdrawals: Withdrawals) {}

  async execute({ id }: ReadWithdrawal) {
    const found = await this.withdrawals.read(id);
    if (found === undefined) throw new RuleBroken('not_found');
    return found;
  }
}
