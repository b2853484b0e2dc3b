import { systemContext } from '../bus/system-context.js';
import type { Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import { isoNow } from '../platform/clock.js';
import { derivedId } from '../platform/ids.js';
import type { JobHandler } from '../platform/jobs/job.js';
import { type DestructionReceipt, destroySubject } from '../vault/erasure.js';
import { isPastItsTime } from '../withdrawal/rules/retention.js';
import { lenientWithdrawalDecider } from '../withdrawal/withdrawal.decider.js';
import { withdrawalIdOf, withdrawalStream } from '../withdrawal/withdrawal.events.js';
import { type EraserParts, isUnderstood } from './erase-key.js';
import type { ListedErasure } from './erasure-list.js';

const TASK = 'erase-withdrawal-key';

export interface WithdrawalEraserParts extends EraserParts {
  /** Days for which what was declared is kept. */
  readonly days: number;
}

/** What was declared in a withdrawal goes when its time is over; the skeleton stays (rule:withdrawal-key-goes). */
export class WithdrawalKeyEraser {
  constructor(private readonly parts: WithdrawalEraserParts) {}

  /** Safe to repeat. A withdrawal whose time is not over is left alone. */
  async erase(withdrawalId: string): Promise<void> {
    const { commands, clock, days, list } = this.parts;
    const { state, events } = await commands.state(lenientWithdrawalDecider, withdrawalId);
    if (!isUnderstood(state, events) || !isPastItsTime(state, isoNow(clock), days)) return;
    const stream = withdrawalStream(withdrawalId);
    const receipt = await destroySubject(this.parts, stream);
    if (state.keyDestroyedAt !== null) return;
    await list.note([{ stream, ...receipt }]);
    await this.record(withdrawalId, receipt);
  }

  /** The same for one that is on the list, where database or log may have been put back to before it. */
  async eraseAgain({ stream, ...receipt }: ListedErasure): Promise<void> {
    const withdrawalId = withdrawalIdOf(stream);
    const { state, revision } = await this.parts.commands.state(lenientWithdrawalDecider, withdrawalId);
    await destroySubject(this.parts, stream, receipt.destroyedAt);
    if (revision >= 0 && state.keyDestroyedAt === null) await this.record(withdrawalId, receipt);
  }

  private async record(withdrawalId: string, receipt: DestructionReceipt): Promise<void> {
    const context = systemContext(this.parts.clock, derivedId('erase-withdrawal-key', withdrawalId));
    const command = { type: 'RecordWithdrawalKeyDestroyed', ...receipt } as const;
    await this.parts.commands.run(lenientWithdrawalDecider, withdrawalId, command, context);
  }
}

/** Finds withdrawals whose time is over and whose key was not destroyed yet, behind a place in their order. */
export type FindWithdrawalsPastTheirTime = (
  after: string | undefined,
  limit: number,
) => Promise<readonly { readonly withdrawalId: string; readonly place: string }[]>;

/** Time alone makes it owed, so that this gives each its first job. */
export const owedWithdrawalKeyDestructions = (find: FindWithdrawalsPastTheirTime): Sweep => ({
  name: 'owed-withdrawal-key-destructions',
  gives: 'first jobs',
  find: inPages(
    async (after, limit) =>
      (await find(after, limit)).map(({ withdrawalId, place }) => ({ withdrawalId, id: place })),
    ({ withdrawalId }) => [
      { task: TASK, payload: { withdrawalId }, key: `erase:${withdrawalStream(withdrawalId)}` },
    ],
  ),
});

export const eraseWithdrawalKeyJob = (eraser: Pick<WithdrawalKeyEraser, 'erase'>): JobHandler => ({
  task: TASK,
  run: (payload) => eraser.erase(String(payload['withdrawalId'])),
});
