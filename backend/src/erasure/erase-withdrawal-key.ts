import type { CommandContext } from '../eventsourcing/journal/event.js';
import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import { derivedId } from '../platform/crypto/ids.js';
import type { JobHandler, JobRequest } from '../platform/jobs/job.js';
import { uuidIn } from '../platform/jobs/payload.js';
import type { DestructionReceipt } from '../vault/erasure.js';
import { lenientWithdrawalDecider, withdrawalDecider } from '../withdrawals/model/withdrawal.decider.js';
import { withdrawalIdOf, withdrawalStream } from '../withdrawals/model/withdrawal.events.js';
import type { KeyInStream } from './destruction-calls.js';
import type { IsKeyDestroyed } from './owed-key-destructions.sweep.js';
import { type EraserParts, StreamEraser } from './stream-eraser.js';

const TASK = 'erase-withdrawal-key';

export interface WithdrawalEraserParts extends EraserParts {
  /** Days for which a declaration is kept. */
  readonly days: number;
}

/**
 * Erases the declaration of a withdrawal once its retention is over; the skeleton stays
 * (rule:withdrawal-key-goes).
 */
export class WithdrawalKeyEraser extends StreamEraser {
  constructor(private readonly withdrawalParts: WithdrawalEraserParts) {
    super(withdrawalParts);
  }

  protected streamOf(id: string): string {
    return withdrawalStream(id);
  }

  protected idOf(stream: string): string {
    return withdrawalIdOf(stream);
  }

  protected async calledFor(id: string): Promise<KeyInStream | undefined> {
    const found = await this.readKey(id);
    if (found.call !== undefined) return found;
    // An event of a later version may have prolonged the retention.
    if (!found.isThere || !found.isUnderstood) return undefined;
    const { days } = this.withdrawalParts;
    const due = { type: 'NoteWithdrawalKeyDue', reason: 'retention', days } as const;
    const context = this.context(derivedId('withdrawal-key-due', id));
    await this.parts.commands.run(withdrawalDecider, id, due, context);
    return this.readKey(id);
  }

  protected async callAgain(id: string, context: CommandContext): Promise<void> {
    const { days } = this.withdrawalParts;
    const due = { type: 'NoteWithdrawalKeyDue', reason: 'restored', days } as const;
    await this.parts.commands.run(lenientWithdrawalDecider, id, due, context);
  }

  protected async recordDestroyed(
    id: string,
    receipt: DestructionReceipt,
    cause: { readonly causedBy: string; readonly correlationId: string },
  ): Promise<void> {
    const command = { type: 'RecordWithdrawalKeyDestroyed', ...receipt } as const;
    const context = this.context(derivedId('erase-withdrawal-key', id), cause);
    await this.parts.commands.run(lenientWithdrawalDecider, id, command, context);
  }
}

/** Returns the job that erases a withdrawal's key. */
export const eraseWithdrawalKeyRequest = (withdrawalId: string): JobRequest & { readonly key: string } => ({
  task: TASK,
  payload: { withdrawalId },
  key: `erase:${withdrawalStream(withdrawalId)}`,
});

/**
 * Finds withdrawals whose retention is over but whose key is not destroyed yet.
 * @param after cursor of the last withdrawal of the previous page
 */
export type FindWithdrawalsAfterRetention = (
  after: string | undefined,
  limit: number,
) => Promise<readonly { readonly withdrawalId: string; readonly cursor: string }[]>;

/**
 * Creates the first job for each destruction. Time alone makes a destruction owed, so no event could queue
 * the job.
 */
export const owedWithdrawalKeyDestructions = (
  find: FindWithdrawalsAfterRetention,
  isDestroyed: IsKeyDestroyed,
): Sweep => ({
  name: 'owed-withdrawal-key-destructions',
  gives: 'first jobs',
  find: inPages(
    async (after, limit) =>
      (await find(after, limit)).map(({ withdrawalId, cursor }) => ({ withdrawalId, id: cursor })),
    ({ withdrawalId }) =>
      isDestroyed(withdrawalStream(withdrawalId)) ? [] : [eraseWithdrawalKeyRequest(withdrawalId)],
  ),
});

export const eraseWithdrawalKeyJob = (eraser: Pick<WithdrawalKeyEraser, 'eraseForJob'>): JobHandler => ({
  task: TASK,
  run: async (payload) => eraser.eraseForJob(uuidIn(payload, 'withdrawalId')),
});
