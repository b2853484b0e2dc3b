import type { CommandContext } from '../eventsourcing/journal/event.js';
import type { Reaction, Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import { lenientNdaDecider } from '../nda/nda.decider.js';
import { voucherCounted } from '../nda/rules/payment.js';
import { isoNow } from '../platform/time/clock.js';
import { derivedId } from '../platform/crypto/ids.js';
import type { JobHandler, JobRequest } from '../platform/jobs/job.js';
import { hashIn } from '../platform/jobs/payload.js';
import type { DestructionReceipt } from '../vault/erasure.js';
import { isRetentionOver } from '../voucher/rules/retention.js';
import { lenientVoucherDecider, voucherDecider } from '../voucher/voucher.decider.js';
import {
  VOUCHER_STREAM_PREFIX,
  type VoucherEvent,
  voucherIdOf,
  voucherStream,
} from '../voucher/voucher.events.js';
import type { VoucherHolder, VoucherState } from '../voucher/voucher.state.js';
import type { KeyInStream } from './destruction-calls.js';
import type { IsKeyDestroyed } from './owed-key-destructions.sweep.js';
import { type EraserParts, StreamEraser } from './stream-eraser.js';

const TASK = 'erase-voucher-key';

export interface VoucherEraserParts extends EraserParts {
  /** Number of days for which a voucher keeps its code after it was used or expired. */
  readonly days: number;
  /**
   * Lets a voucher pay for its holder, or releases the voucher. Rejects if the outcome cannot be determined
   * now.
   */
  readonly settle: (redemption: VoucherHolder & { readonly voucherId: string }) => Promise<void>;
}

/**
 * Erases the code and the recipient of a voucher when the voucher is deleted, or when its retention is over.
 * The skeleton stays (rule:voucher-key-goes). A redeemed voucher first pays or is released, because both
 * require the code.
 */
export class VoucherKeyEraser extends StreamEraser {
  constructor(private readonly voucherParts: VoucherEraserParts) {
    super(voucherParts);
  }

  protected streamOf(id: string): string {
    return voucherStream(id);
  }

  protected idOf(stream: string): string {
    return voucherIdOf(stream);
  }

  /**
   * Reads the voucher again after settling it, because settling may have released the voucher. The retention
   * of a released voucher may not be over yet.
   */
  protected async calledFor(id: string): Promise<KeyInStream | undefined> {
    const { days, clock } = this.voucherParts;
    const found = await this.readKey(id);
    // An event of a later version may have prolonged the retention. If the key was destroyed already, the
    // erasure continues all the same.
    if (!found.isThere || (!found.isUnderstood && found.keyDestroyedAt === null)) return undefined;
    const { state } = await this.parts.commands.state(lenientVoucherDecider, id);
    if (found.call === undefined && !isRetentionOver(state, isoNow(clock), days)) return undefined;
    await this.settleHolder(state);
    if (found.call !== undefined) return found;
    const due = { type: 'NoteVoucherKeyDue', days } as const;
    // The id of the command derives from the revision, because a voucher may become due more than once. After
    // the first time the voucher may have been released and redeemed again.
    const commandId = derivedId('voucher-key-due', id, state.revision);
    await this.parts.commands.run(voucherDecider, id, due, this.context(commandId));
    return this.readKey(id);
  }

  /**
   * First tries to record that the destruction of the key is due. If the voucher's retention is not over
   * according to the restored log, the event that the log has lost was a deletion, so the voucher is deleted
   * again.
   */
  protected async callAgain(id: string, context: CommandContext): Promise<void> {
    const { days } = this.voucherParts;
    const { commands } = this.parts;
    const due = { type: 'NoteVoucherKeyDue', days } as const;
    const { state } = await commands.run(lenientVoucherDecider, id, due, context);
    if (state.keyDueAt !== null) return;
    const again = { ...context, commandId: derivedId('delete-again', context.commandId) };
    await commands.run(lenientVoucherDecider, id, { type: 'DeleteVoucher' }, again);
  }

  /** If the provider is unavailable, the key stays, and the sweep or the next start tries again. */
  protected override async isReady(id: string): Promise<boolean> {
    const { state } = await this.parts.commands.state(lenientVoucherDecider, id);
    return this.settleHolder(state).then(
      () => true,
      () => false,
    );
  }

  protected async recordDestroyed(
    id: string,
    receipt: DestructionReceipt,
    cause: { readonly causedBy: string; readonly correlationId: string },
  ): Promise<void> {
    const command = { type: 'RecordVoucherKeyDestroyed', ...receipt } as const;
    const context = this.context(derivedId('erase-voucher-key', id), cause);
    await this.parts.commands.run(lenientVoucherDecider, id, command, context);
  }

  private async settleHolder({ id: voucherId, holder }: VoucherState): Promise<void> {
    if (holder === undefined) return;
    const { events } = await this.parts.commands.state(lenientNdaDecider, holder.ndaId);
    if (!voucherCounted(events, holder.party, voucherId))
      await this.voucherParts.settle({ voucherId, ...holder });
  }
}

/**
 * Returns the job that erases a voucher's key. The job's `key` ensures that each voucher has at most one such
 * job at a time, no matter how often the job is requested.
 */
export const eraseVoucherKeyRequest = (voucherId: string): JobRequest & { readonly key: string } => ({
  task: TASK,
  payload: { voucherId },
  key: `erase:${voucherStream(voucherId)}`,
});

/**
 * Also reacts to `VoucherKeyDestructionDue`, the end of the retention. A start may have recorded that event
 * and been killed before it destroyed the key.
 */
export const eraseKeyWhenVoucherDeleted: Reaction<VoucherEvent> = {
  name: 'erase-key-when-voucher-deleted',
  streamPrefix: VOUCHER_STREAM_PREFIX,
  react: (event): readonly JobRequest[] =>
    event.type === 'VoucherDeleted' || event.type === 'VoucherKeyDestructionDue'
      ? [eraseVoucherKeyRequest(voucherIdOf(event.stream))]
      : [],
};

/**
 * Finds vouchers whose retention is over but whose key is not destroyed yet.
 * @param after cursor of the last voucher of the previous page
 */
export type FindVouchersAfterRetention = (
  after: string | undefined,
  limit: number,
) => Promise<readonly { readonly voucherId: string; readonly cursor: string }[]>;

export const owedVoucherKeyDestructions = (
  find: FindVouchersAfterRetention,
  isDestroyed: IsKeyDestroyed,
): Sweep => ({
  name: 'owed-voucher-key-destructions',
  find: inPages(
    async (after, limit) =>
      (await find(after, limit)).map(({ voucherId, cursor }) => ({ voucherId, id: cursor })),
    ({ voucherId }) => (isDestroyed(voucherStream(voucherId)) ? [] : [eraseVoucherKeyRequest(voucherId)]),
  ),
});

export const eraseVoucherKeyJob = (eraser: Pick<VoucherKeyEraser, 'eraseForJob'>): JobHandler => ({
  task: TASK,
  run: async (payload) => eraser.eraseForJob(hashIn(payload, 'voucherId')),
});
