import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { VOUCHER_CATEGORY_DEFAULT, VOUCHER_VALIDITY_DAYS } from '@siegel/contracts/limits';
import type { Clock } from '../platform/time/clock.js';
import { Commands } from '../bus/commands.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { CLOCK, KEYED_HASH } from '../platform/wiring/tokens.js';
import type { KeyedHash } from '../platform/crypto/keyed-hash.js';
import { newVoucherCode } from '../voucher/voucher-code.js';
import { voucherExpiry } from '../voucher/voucher-expiry.js';
import { voucherDecider } from '../voucher/voucher.decider.js';

/**
 * Maximum number of codes that are drawn to find an unused code. There are about 2^39 codes, so hardly any
 * code is drawn twice.
 */
const DRAWS_MAX = 5;

@Injectable()
export class VoucherIssuer {
  constructor(
    private readonly commands: Commands,
    @Inject(KEYED_HASH) private readonly keyedHash: KeyedHash,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async issue(
    options: { category?: string | undefined; recipientName?: string | undefined },
    context: CommandContext,
    draw: () => string = () => newVoucherCode(randomBytes),
  ): Promise<{ id: string; revision: number }> {
    for (let drawn = 1; ; drawn += 1) {
      const code = draw();
      const voucherId = this.keyedHash.of('voucher', code);
      const command = {
        type: 'IssueVoucher',
        voucherId,
        code,
        category: options.category ?? VOUCHER_CATEGORY_DEFAULT,
        recipientName: options.recipientName ?? null,
        expiresAt: voucherExpiry(this.clock.now(), VOUCHER_VALIDITY_DAYS),
      } as const;
      try {
        const { revision } = await this.commands.run(voucherDecider, voucherId, command, context);
        return { id: voucherId, revision };
      } catch (error) {
        const taken = error instanceof RuleBroken && error.code === 'voucher_used';
        if (!taken || drawn >= DRAWS_MAX) throw error;
      }
    }
  }
}
