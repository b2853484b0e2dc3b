import { derivedId } from '../platform/ids.js';
import { isoNow } from '../platform/clock.js';
import { systemContext } from '../bus/system-context.js';
import type { Reaction, Sweep } from '../eventsourcing/reactions/reaction.js';
import { inPages } from '../eventsourcing/reactions/sweep.js';
import { lenientNdaDecider } from '../nda/nda.decider.js';
import { voucherCounted } from '../nda/rules/payment.js';
import type { JobHandler, JobRequest } from '../platform/jobs/job.js';
import { type DestructionReceipt, destroySubject } from '../vault/erasure.js';
import { isPastItsTime } from '../voucher/rules/retention.js';
import { lenientVoucherDecider } from '../voucher/voucher.decider.js';
import {
  VOUCHER_STREAM_PREFIX,
  type VoucherEvent,
  voucherIdOf,
  voucherStream,
} from '../voucher/voucher.events.js';
import type { VoucherHolder, VoucherState } from '../voucher/voucher.state.js';
import { type EraserParts, isUnderstood } from './erase-key.js';
import type { ListedErasure } from './erasure-list.js';

const TASK = 'erase-voucher-key';

export interface VoucherEraserParts extends EraserParts {
  /** Days for which a voucher that was used or has expired keeps its code. */
  readonly days: number;
  /** Lets a voucher pay for its holder, or frees it; rejects where that cannot be found out now. */
  readonly settle: (redemption: VoucherHolder & { readonly voucherId: string }) => Promise<void>;
}

/**
 * Code and recipient of a voucher go when it is deleted, or long enough after its end; the skeleton stays
 * (rule:voucher-key-goes). A voucher that is redeemed pays or is freed before: that reads the code.
 */
export class VoucherKeyEraser {
  constructor(private readonly parts: VoucherEraserParts) {}

  /** Safe to repeat. A voucher whose time is not over is left alone. */
  async erase(voucherId: string): Promise<void> {
    await this.settleHolder(await this.stateIfDue(voucherId));
    // Settling may have freed it, and then its time is not over yet.
    const state = await this.stateIfDue(voucherId);
    if (state === undefined) return;
    const receipt = await destroySubject(this.parts, voucherStream(voucherId));
    if (state.keyDestroyedAt !== null) return;
    await this.parts.list.note([{ stream: voucherStream(voucherId), ...receipt }]);
    await this.record(voucherId, receipt);
  }

  /**
   * The same for one that is on the list, where database or log may have been put back to before it. One whose
   * time is not over in that log had been deleted, and is deleted again.
   */
  async eraseAgain({ stream, ...receipt }: ListedErasure): Promise<void> {
    const { commands, clock, days } = this.parts;
    const voucherId = voucherIdOf(stream);
    const { state, revision } = await commands.state(lenientVoucherDecider, voucherId);
    const isKnown = revision >= 0;
    if (isKnown && !isPastItsTime(state, isoNow(clock), days)) {
      const context = systemContext(clock, derivedId('delete-again', voucherId, receipt.destroyedAt));
      await commands.run(lenientVoucherDecider, voucherId, { type: 'DeleteVoucher' }, context);
    }
    // Where the provider is away the key stays: the sweep, or the next start, comes back to it.
    const isSettled = await this.settleHolder(state).then(
      () => true,
      () => false,
    );
    if (!isSettled) return;
    await destroySubject(this.parts, stream, receipt.destroyedAt);
    if (isKnown && state.keyDestroyedAt === null) await this.record(voucherId, receipt);
  }

  private async stateIfDue(voucherId: string): Promise<VoucherState | undefined> {
    const { clock, days, commands } = this.parts;
    const { state, events } = await commands.state(lenientVoucherDecider, voucherId);
    return isUnderstood(state, events) && isPastItsTime(state, isoNow(clock), days) ? state : undefined;
  }

  private async settleHolder(state: VoucherState | undefined): Promise<void> {
    if (state?.holder === undefined) return;
    const { id: voucherId, holder } = state;
    const { events } = await this.parts.commands.state(lenientNdaDecider, holder.ndaId);
    if (!voucherCounted(events, holder.party, voucherId)) await this.parts.settle({ voucherId, ...holder });
  }

  private async record(voucherId: string, receipt: DestructionReceipt): Promise<void> {
    const context = systemContext(this.parts.clock, derivedId('erase-voucher-key', voucherId));
    const command = { type: 'RecordVoucherKeyDestroyed', ...receipt } as const;
    await this.parts.commands.run(lenientVoucherDecider, voucherId, command, context);
  }
}

/** One job at a time for each voucher, whoever asks for it. */
const eraseVoucherKeyRequest = (voucherId: string): JobRequest & { readonly key: string } => ({
  task: TASK,
  payload: { voucherId },
  key: `erase:${voucherStream(voucherId)}`,
});

export const eraseKeyWhenVoucherDeleted: Reaction<VoucherEvent> = {
  name: 'erase-key-when-voucher-deleted',
  streamPrefix: VOUCHER_STREAM_PREFIX,
  react: (event): readonly JobRequest[] =>
    event.type === 'VoucherDeleted' ? [eraseVoucherKeyRequest(voucherIdOf(event.stream))] : [],
};

/** Finds vouchers whose time is over and whose key was not destroyed yet, behind a place in their order. */
export type FindVouchersPastTheirTime = (
  after: string | undefined,
  limit: number,
) => Promise<readonly { readonly voucherId: string; readonly place: string }[]>;

export const owedVoucherKeyDestructions = (find: FindVouchersPastTheirTime): Sweep => ({
  name: 'owed-voucher-key-destructions',
  find: inPages(
    async (after, limit) =>
      (await find(after, limit)).map(({ voucherId, place }) => ({ voucherId, id: place })),
    ({ voucherId }) => [eraseVoucherKeyRequest(voucherId)],
  ),
});

export const eraseVoucherKeyJob = (eraser: Pick<VoucherKeyEraser, 'erase'>): JobHandler => ({
  task: TASK,
  run: (payload) => eraser.erase(String(payload.voucherId)),
});
