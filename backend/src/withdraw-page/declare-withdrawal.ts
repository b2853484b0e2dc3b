import type { Language } from '@siegel/contracts/enums';
import type { WithdrawalRequest } from '@siegel/contracts/withdrawal/requests';
import type { WithdrawalReceivedView } from '@siegel/contracts/withdrawal/view';
import { Injectable } from '@nestjs/common';
import { Commands } from '../bus/commands.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import { derivedId, newId } from '../platform/ids.js';
import { RuleBroken } from '../platform/rule-broken.js';
import { withdrawalNumber } from '../withdrawal/rules/number.js';
import { withdrawalDecider } from '../withdrawal/withdrawal.decider.js';

export interface WithdrawalAct {
  readonly request: WithdrawalRequest;
  /** In which the receipt is written. */
  readonly language: Language;
  readonly idempotencyKey: string | undefined;
  readonly context: CommandContext;
}

/** Takes withdrawals (rule:withdrawal). */
@Injectable()
export class WithdrawalDesk {
  constructor(private readonly commands: Commands) {}

  /**
   * Whatever it names, the answer is the same. The same words under the same idempotency key are one withdrawal and
   * have one answer; other words under it are another one, since none may be lost.
   */
  async declare({
    request,
    language,
    idempotencyKey,
    context,
  }: WithdrawalAct): Promise<WithdrawalReceivedView> {
    const { name, email, reference, message = null } = request;
    const id =
      idempotencyKey === undefined
        ? newId()
        : derivedId('withdrawal', idempotencyKey, name, email, reference, message ?? '');
    const declaration = { name, email, reference, message, language };
    const { state } = await this.commands.run(
      withdrawalDecider,
      id,
      { type: 'DeclareWithdrawal', declaration },
      { ...context, commandId: derivedId('declare-withdrawal', id) },
    );
    if (state.declaredAt === null) throw new RuleBroken('not_found');
    return { number: withdrawalNumber(id), receivedAt: state.declaredAt };
  }
}
