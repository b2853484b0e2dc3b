import type { Party } from '@siegel/contracts/enums';
import { ndaModel } from '../nda/nda.model.js';
import type { Clock } from '../platform/clock.js';
import { derivedId } from '../platform/ids.js';
import type { CommandRunner } from '../platform/journal/command-runner.js';
import type { CommandContext } from '../platform/journal/event.js';
import { RuleBroken } from '../platform/rule-broken.js';
import type { KeyedHash } from '../platform/vault/vault.js';
import { normaliseVoucherCode } from '../voucher/voucher-code.js';
import { voucherModel } from '../voucher/voucher.model.js';

export interface Redemption {
  readonly voucherId: string;
  readonly ndaId: string;
  readonly party: Party;
}

/** Redeem first (naming NDA and party), then apply; released if the NDA refuses (decisions 5). `settle` is the second half, and may run any number of times. */
export class VoucherDesk {
  constructor(
    private readonly commands: CommandRunner,
    private readonly keyedHash: KeyedHash,
    private readonly clock: Clock,
  ) {}

  /** @returns the voucher's id. @throws RuleBroken voucher_unknown, voucher_used, voucher_expired */
  async redeem(code: string, ndaId: string, party: Party, context: CommandContext): Promise<string> {
    const voucherId = this.keyedHash.of('voucher', normaliseVoucherCode(code));
    await this.commands.run(voucherModel, voucherId, { type: 'RedeemVoucher', ndaId, party }, context);
    return voucherId;
  }

  /** Lets a redeemed voucher pay, or frees it again. @returns the NDA's revision. @throws the RuleBroken with which the NDA refused, after the release */
  async settle({ voucherId, ndaId, party }: Redemption, correlationId: string): Promise<number> {
    const voucher = await this.commands.state(voucherModel, voucherId);
    const issued = voucher.events.find((event) => event.type === 'VoucherIssued');
    const voucherCode = issued?.personal && 'code' in issued.personal ? issued.personal.code : '';
    const redeemed = voucher.events.filter((event) => event.type === 'VoucherRedeemed').at(-1);
    const id = (what: string) => derivedId(what, redeemed?.id ?? voucherId, ndaId, party);
    try {
      const command = { type: 'ApplyVoucher', party, voucherId, voucherCode } as const;
      return (await this.commands.run(ndaModel, ndaId, command, this.context(correlationId, id('apply-voucher'), redeemed?.id))).revision;
    } catch (error) {
      if (!(error instanceof RuleBroken)) throw error;
      const release = { type: 'ReleaseVoucher', ndaId, party, because: error.code } as const;
      await this.commands.run(voucherModel, voucherId, release, this.context(correlationId, id('release-voucher'), redeemed?.id));
      throw error;
    }
  }

  private context(correlationId: string, commandId: string, causedBy: string | undefined): CommandContext {
    return { commandId, correlationId, causedBy: causedBy ?? null, actor: 'system', at: this.clock.now().toISOString() };
  }
}
