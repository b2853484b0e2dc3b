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
 * Minimum response time in milliseconds. Reading a stream takes less time than this. So the duration does not
 * reveal whether the named order exists.
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
   * Declarations that are being recorded, by id. If an equal declaration with the same idempotency key
   * arrives during the recording, it gets the same response and does not count towards the limits.
   */
  readonly #underWay = new Map<string, Promise<WithdrawalReceivedView>>();

  constructor(
    private readonly commands: Pick<Commands, 'run' | 'state'>,
    private readonly admission: Pick<ReceiptAdmission, 'admit' | 'takeBack'>,
    private readonly wait: (ms: number) => Promise<void>,
  ) {}

  /**
   * Records a withdrawal. Calls with the same content and the same idempotency key are one withdrawal and get
   * the same response. A call with other content under the same key is another withdrawal, because no
   * withdrawal may be lost.
   *
   * Within the limits, the response does not depend on whether the order is known. A withdrawal from the
   * sender's own paid order is neither limited nor counted. So beyond a limit, the response reveals whether
   * the order is the sender's own. A withdrawal from the sender's own paid order is accepted, and its `mail`
   * is `sent`. Any other withdrawal gets `withheld` beyond the limits of mails, and is refused beyond the
   * limits of calls. Near a limit, the responses to the next calls reveal the same, because they show whether
   * this call was counted.
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
