import { Injectable } from '@nestjs/common';
import type { SharePaidView } from '@siegel/contracts/nda/remote-signature';
import type { PaymentConsentRequest } from '@siegel/contracts/payments/requests';
import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import type { NdaState } from '../nda/nda.state.js';
import { statusForPayer } from '../nda/rules/party-money.js';
import { isIntentOf } from '../nda/rules/payment.js';
import { amountDue } from '../nda/rules/price.js';
import { PaymentService } from '../payments/payment-service.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { Party2 } from './party2.js';
import type { SigningLink } from '../agreements/finding/signing-links.js';

/** Returns the view of the share, without Party 1's payment (rule:link-shows-a-list). */
const shareOf = (state: NdaState): SharePaidView => ({
  amountDue: amountDue(state, 2),
  paymentStatus: state.payments[2].status,
});

/** Payments of Party 2 for its own share, through its link. */
@Injectable()
export class SharePayments {
  constructor(
    private readonly service: PaymentService,
    private readonly party2: Party2,
  ) {}

  /** @throws RuleBroken as `PaymentService.open` */
  open({ ndaId, tokenHash }: SigningLink, context: CommandContext): Promise<PaymentIntentView> {
    return this.service.open(ndaId, 2, context, tokenHash);
  }

  /** @throws RuleBroken as `PaymentService.consent` */
  consent(
    { ndaId, tokenHash }: SigningLink,
    request: PaymentConsentRequest,
    context: CommandContext,
  ): Promise<void> {
    return this.service.consent(ndaId, 2, request, context, tokenHash);
  }

  /**
   * Checks a payment, even if the link has died since. The returned status is the status of this payment
   * (rule:charged-is-never-failed).
   * @throws RuleBroken payment_unknown, also for a payment of Party 1; payment_provider_failed; invalid_link
   * after an erasure
   */
  async confirm(link: SigningLink, paymentIntentId: string, context: CommandContext): Promise<SharePaidView> {
    if (!isIntentOf(await this.party2.state(link), 2, paymentIntentId))
      throw new RuleBroken('payment_unknown');
    await this.service.confirm(link.ndaId, paymentIntentId, context);
    const state = await this.party2.state(link);
    if (state.erasedAt !== null) throw new RuleBroken('invalid_link');
    return { ...shareOf(state), paymentStatus: statusForPayer(state, 2, paymentIntentId) };
  }

  /** @throws RuleBroken as `PaymentService.applyVoucher` */
  async applyVoucher(link: SigningLink, code: string, context: CommandContext): Promise<SharePaidView> {
    return shareOf((await this.service.applyVoucher(link.ndaId, 2, code, context, link.tokenHash)).state);
  }
}
