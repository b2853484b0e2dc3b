import { Inject, Injectable } from '@nestjs/common';
import { countedMailboxOf } from '@siegel/contracts/email-address';
import type { WithdrawalRequest } from '@siegel/contracts/withdrawal/requests';
import { RateLimited } from '../http/problems/http-errors.js';
import { RateLimiter } from '../http/limits/rate-limiter.js';
import { EVERYBODY } from '../http/limits/refusal.js';
import type { CountedCall } from '../http/limits/counted-call.js';
import type { LimitName } from '../http/routes/rate-limits.js';
import type { Config } from '../platform/config/config.js';
import { CONFIG } from '../platform/wiring/tokens.js';
import type { ReceiptKind } from './model/withdrawal.events.js';
import { refusedWords } from './refused-words.js';
import { OWN_ORDER, type OwnOrder } from './tokens.js';

/** The kind of receipt for a withdrawal, and the calls that were counted for it. */
export interface Admission {
  readonly receipt: ReceiptKind;
  readonly counted: readonly CountedCall[];
}

/**
 * Decides the kind of receipt for a withdrawal (rule:withdrawal-receipt). The form is meant for people who
 * have ordered. If the reference does not name a paid order of the mailbox's owner, the mailbox gets few
 * mails, and these mails contain none of the sender's words.
 */
@Injectable()
export class ReceiptAdmission {
  constructor(
    private readonly limiter: RateLimiter,
    @Inject(OWN_ORDER) private readonly isOwnOrder: OwnOrder,
    @Inject(CONFIG) private readonly config: Pick<Config, 'site'>,
  ) {}

  /**
   * Counts the call before admitting it, so that concurrent calls cannot exceed the limits. A call is not
   * counted if the person withdraws from their own order.
   * @param client key of the client in the limits
   * @throws RateLimited with the message to show
   */
  async admit(
    { reference, email }: Pick<WithdrawalRequest, 'reference' | 'email'>,
    client: string,
  ): Promise<Admission> {
    if (await this.isOwnOrder(reference, email)) return { receipt: 'whole', counted: [] };
    const counted: CountedCall[] = [];
    try {
      await this.count(counted, 'withdrawals', client);
      await this.count(counted, 'allWithdrawals', EVERYBODY);
      const isMailed = await this.mayBeMailed(counted, countedMailboxOf(email), client);
      return { receipt: isMailed ? 'brief' : 'withheld', counted };
    } catch (error) {
      await this.takeBack(counted);
      if (!(error instanceof RateLimited)) throw error;
      throw new RateLimited(error.retryAfterSeconds, 'rate_limited', refusedWords(this.config.site));
    }
  }

  /**
   * Takes the counted calls back from the limits. Call this if the request for which the calls were counted
   * did not record a withdrawal.
   */
  async takeBack(counted: readonly CountedCall[]): Promise<void> {
    await Promise.all(counted.map((call) => this.limiter.takeBack(call)));
  }

  /**
   * Counts a mail. If a limit of the mailbox or of all mails is reached, the mail counts towards none of
   * these limits. A withheld receipt therefore does not use up the receipts of its mailbox.
   */
  private async mayBeMailed(counted: CountedCall[], mailbox: string, client: string): Promise<boolean> {
    if (!(await this.passes(counted, 'mailedWithdrawals', client))) return false;
    const before = counted.length;
    const isMailed =
      (await this.passes(counted, 'withdrawalReceipts', mailbox)) &&
      (await this.passes(counted, 'mails', mailbox)) &&
      (await this.passes(counted, 'allUnpaidMails', EVERYBODY));
    if (!isMailed) await this.takeBack(counted.splice(before));
    return isMailed;
  }

  private async count(counted: CountedCall[], limit: LimitName, key: string): Promise<void> {
    const call = await this.limiter.count(limit, key);
    if (call !== undefined) counted.push(call);
  }

  private async passes(counted: CountedCall[], limit: LimitName, key: string): Promise<boolean> {
    try {
      await this.count(counted, limit, key);
      return true;
    } catch (error) {
      if (error instanceof RateLimited) return false;
      throw error;
    }
  }
}
