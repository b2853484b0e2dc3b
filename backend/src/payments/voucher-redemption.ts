import type { Party } from '@siegel/contracts/enums';
import { ndaDecider } from '../nda/nda.decider.js';
import type { NdaEvent } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import { isPayableBy, openIntents } from '../nda/rules/payment.js';
import type { Clock } from '../platform/time/clock.js';
import { derivedId } from '../platform/crypto/ids.js';
import type { Commands } from '../bus/commands.js';
import { systemContext } from '../bus/system-context.js';
import type { LoadedState } from '../eventsourcing/commands/command-runner.js';
import type { CommandContext, Recorded } from '../eventsourcing/journal/event.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import type { KeyedHash } from '../platform/crypto/keyed-hash.js';
import { normaliseVoucherCode } from '../voucher/voucher-code.js';
import type { VoucherEvent, VoucherRedeemed } from '../voucher/voucher.events.js';
import { isHeldBy, lossReason } from '../voucher/rules/holder.js';
import { voucherDecider } from '../voucher/voucher.decider.js';
import type { VoucherState } from '../voucher/voucher.state.js';
import type { OpenIntents } from './open-intents.js';
import { ProviderFailed } from './provider.js';
import { withTimeout } from './with-timeout.js';

/** Longest time in milliseconds that a settlement waits for the provider to cancel the open intents. */
const END_MS = 2_000;

export interface Redemption {
  readonly voucherId: string;
  readonly ndaId: string;
  readonly party: Party;
}

type LoadedNda = LoadedState<NdaState, NdaEvent>;
type LoadedVoucher = LoadedState<VoucherState, VoucherEvent>;

/** The streams that the caller has just read. A stream that is absent here is loaded. */
export interface ReadStreams {
  readonly nda?: LoadedNda | undefined;
  readonly voucher?: LoadedVoucher | undefined;
}

/** The state and the revision of an NDA after `settle`. */
export type SettledNda = Pick<LoadedNda, 'state' | 'revision'>;

/** A redeemed voucher, and the NDA that it was redeemed for. */
interface RedeemedVoucher {
  readonly nda: LoadedNda;
  readonly code: string;
  readonly redeemed: Recorded<VoucherRedeemed> | undefined;
  /** True if the NDA would accept the voucher now. */
  readonly isPayable: boolean;
}

/**
 * Redeems a voucher for one party of an NDA, then applies it to the NDA. If the NDA refuses the voucher, the
 * voucher is released again (rule:voucher-redeem-then-pay). `settle` is the second step. It may run any
 * number of times.
 */
export class VoucherRedemption {
  constructor(
    private readonly commands: Commands,
    private readonly keyedHash: KeyedHash,
    private readonly clock: Clock,
    private readonly intents: OpenIntents,
  ) {}

  /** Returns the id of the voucher with this code, however the code is typed. The voucher need not exist. */
  idOf(code: string): string {
    return this.keyedHash.of('voucher', normaliseVoucherCode(code));
  }

  /**
   * @param tokenHash hash of the token in the link through which Party 2 redeems
   * @returns the voucher's stream including the redemption; undefined if the command was already recorded
   * @throws RuleBroken voucher_unknown, voucher_used, voucher_expired
   */
  async redeem(
    code: string,
    ndaId: string,
    party: Party,
    context: CommandContext,
    tokenHash?: string,
  ): Promise<LoadedVoucher | undefined> {
    const command = { type: 'RedeemVoucher', ndaId, party, tokenHash } as const;
    return (await this.commands.run(voucherDecider, this.idOf(code), command, context)).loaded;
  }

  /**
   * Returns the last redemption of the voucher for this party, even if the voucher was released afterwards;
   * undefined if there is none.
   */
  async recorded({ voucherId, ...holder }: Redemption): Promise<Recorded<VoucherRedeemed> | undefined> {
    const { events } = await this.commands.state(voucherDecider, voucherId);
    return events.findLast(
      (event): event is Recorded<VoucherRedeemed> =>
        event.type === 'VoucherRedeemed' && isHeldBy(event.open, holder),
    );
  }

  /**
   * Lets a redeemed voucher pay, or releases it. Before the voucher pays, the party's open intents at the
   * provider are cancelled. An intent that cannot be cancelled at once becomes unwanted
   * (rule:voucher-ends-open-intents). No intent is cancelled if the party no longer holds the voucher, or if
   * the NDA would refuse it, because somebody may be paying by card at that moment.
   * @throws the RuleBroken with which the NDA refused the voucher, after releasing the voucher
   */
  async settle(redemption: Redemption, correlationId: string, read: ReadStreams = {}): Promise<SettledNda> {
    const { ndaId, party } = redemption;
    const before = await this.redemptionState(redemption, read);
    if (before.hasPaid) return before.nda;
    if (!before.isPayable || openIntents(before.nda.state, party).length === 0)
      return this.pay(redemption, before, correlationId);
    await this.tryToEnd(ndaId, party, correlationId);
    // Ending the intents took time, so the streams are read again.
    const after = await this.redemptionState(redemption);
    return after.hasPaid ? after.nda : this.pay(redemption, after, correlationId);
  }

  /**
   * @throws RuleBroken if the voucher has been released since its redemption. The voucher may have been
   * redeemed for another NDA since then, so it must not pay for this NDA too.
   */
  private async redemptionState(
    redemption: Redemption,
    read: ReadStreams = {},
  ): Promise<
    { readonly hasPaid: true; readonly nda: LoadedNda } | ({ readonly hasPaid: false } & RedeemedVoucher)
  > {
    const { voucherId, ndaId, party } = redemption;
    const nda = read.nda ?? (await this.commands.state(ndaDecider, ndaId));
    if (nda.state.payments[party].voucherId === voucherId) return { hasPaid: true, nda };
    const { state: voucher, events } = read.voucher ?? (await this.commands.state(voucherDecider, voucherId));
    if (!isHeldBy(voucher.holder, redemption)) throw new RuleBroken(lossReason(events, redemption));
    const redeemed = lastRedemption(events);
    const payer = { party, tokenHash: redeemed?.open.tokenHash };
    const isPayable = isPayableBy(nda.state, payer, { at: this.clock.now().toISOString() });
    return { hasPaid: false, nda, code: voucher.code ?? '', redeemed, isPayable };
  }

  /**
   * Tries to cancel the open intents. Gives up after `END_MS`, so that a failing provider does not delay the
   * voucher for longer.
   */
  private async tryToEnd(ndaId: string, party: Party, correlationId: string): Promise<void> {
    try {
      await withTimeout(END_MS, this.intents.end(ndaId, party, 'all', correlationId));
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
    }
  }

  private async pay(
    { voucherId, ndaId, party }: Redemption,
    { nda, code, redeemed }: RedeemedVoucher,
    correlationId: string,
  ): Promise<SettledNda> {
    const causedBy = redeemed?.id ?? '';
    const context = (what: string): CommandContext => {
      const commandId = derivedId(what, causedBy, ndaId, party);
      return systemContext(this.clock, commandId, { correlationId, causedBy });
    };
    try {
      const tokenHash = redeemed?.open.tokenHash;
      const command = { type: 'ApplyVoucher', party, tokenHash, voucherId, voucherCode: code } as const;
      return await this.commands.run(ndaDecider, ndaId, command, context('apply-voucher'), { after: nda });
    } catch (error) {
      if (!(error instanceof RuleBroken)) throw error;
      const release = { type: 'ReleaseVoucher', ndaId, party, because: error.code } as const;
      await this.commands.run(voucherDecider, voucherId, release, context('release-voucher'));
      throw error;
    }
  }
}

const lastRedemption = (events: readonly Recorded<VoucherEvent>[]): Recorded<VoucherRedeemed> | undefined =>
  events.findLast((event) => event.type === 'VoucherRedeemed');
