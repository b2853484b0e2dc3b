import type { Language } from '@siegel/contracts/enums';
import type { WithdrawalRequest } from '@siegel/contracts/withdrawal/requests';
import type { WithdrawalReceivedView } from '@siegel/contracts/withdrawal/view';
import type { Commands } from '../bus/commands.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import { derivedId, newId } from '../platform/crypto/ids.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { withdrawalNumber } from './model/rules/number.js';
import { lenientWithdrawalDecider, withdrawalDecider } from './model/withdrawal.decider.js';
import type { Declaration } from './model/withdrawal.events.js';
import type { WithdrawalState } from './model/withdrawal.state.js';
import type { ReceiptAdmission } from './receipt-admission.js';

export interface WithdrawalAct {
  readonly request: WithdrawalRequest;
  /** Language of the receipt. */
  readonly language: Language;
  readonly idempotencyKey: string | undefined;
  /** The client's key in the rate limits. */
  readonly client: string;
  readonly context: CommandContext;
}

/**
 * Shortest answer time in milliseconds. Reading a stream takes less: the duration must not reveal whether
 * such an order exists.
 */
const ANSWERED_AFTER_MS = 200;

function viewOf(id: string, { declaredAt, receipt }: WithdrawalState): WithdrawalReceivedView | undefined {
  if (declaredAt === null) return undefined;
  const mail = receipt === 'withheld' ? 'withheld' : 'sent';
  return { number: withdrawalNumber(id), receivedAt: declaredAt, mail };
}

/** Accepts withdrawals (rule:withdrawal). */
export class WithdrawalDesk {
  /**
   * Declarations that are being recorded. An equal one that comes meanwhile gets the same answer, and is not
   * counted.
   */
  readonly #underWay = new Map<string, Promise<WithdrawalReceivedView>>();

  constructor(
    private readonly commands: Pick<Commands, 'run' | 'state'>,
    private readonly admission: Pick<ReceiptAdmission, 'admit' | 'takeBack'>,
    private readonly wait: (ms: number) => Promise<void>,
  ) {}

  /**
   * Records a withdrawal. The answer does not depend on whether the order is known. The same words under the
   * same idempotency key are one withdrawal and get one answer. Other words under that key are another
   * withdrawal, because none may be lost.
   * @throws RateLimited
   */
  async declare(act: WithdrawalAct): Promise<WithdrawalReceivedView> {
    const { name, email, reference, message = null } = act.request;
    const { idempotencyKey } = act;
    const id =
      idempotencyKey === undefined
        ? newId()
        : derivedId('withdrawal', idempotencyKey, name, email, reference, message ?? '');
    const answer = this.#underWay.get(id) ?? this.begin(id, act);
    await Promise.allSettled([answer, this.wait(ANSWERED_AFTER_MS)]);
    return answer;
  }

  private begin(id: string, act: WithdrawalAct): Promise<WithdrawalReceivedView> {
    const recording = this.recordOnce(id, act).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, recording);
    return recording;
  }

  private async recordOnce(id: string, act: WithdrawalAct): Promise<WithdrawalReceivedView> {
    if (act.idempotencyKey !== undefined) {
      const { state } = await this.commands.state(lenientWithdrawalDecider, id);
      const before = viewOf(id, state);
      if (before !== undefined) return before;
    }
    const { receipt, counted } = await this.admission.admit(act.request, act.client);
    let isRecorded = false;
    try {
      const declaration = declarationOf(act);
      const command = { type: 'DeclareWithdrawal', declaration, receipt } as const;
      const { state, events } = await this.commands.run(withdrawalDecider, id, command, act.context);
      isRecorded = events.length > 0;
      const view = viewOf(id, state);
      if (view === undefined) throw new RuleBroken('not_found');
      return view;
    } finally {
      if (!isRecorded) await this.admission.takeBack(counted);
    }
  }
}

const declarationOf = ({ request, language }: WithdrawalAct): Declaration => {
  const { name, email, reference, message = null } = request;
  return { name, email, reference, message, language };
};
