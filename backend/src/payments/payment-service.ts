import { PAY_CONSENT_WORDING } from '@siegel/contracts/agreement/consent';
import type { Party } from '@siegel/contracts/enums';
import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import { ndaDecider } from '../nda/nda.decider.js';
import { repeatedAct } from '../nda/rules/repeated-act.js';
import { requireOpenRequest, requireOwnIntent, requirePayable } from '../nda/rules/payment.js';
import type { Commands } from '../bus/commands.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import { derivedId } from '../platform/ids.js';
import { RuleBroken } from '../platform/rule-broken.js';
import { intentRequest } from './open-intents.js';
import type { PaymentReports } from './payment-reports.js';
import { type OpenedIntent, type PaymentProvider, ProviderFailed } from './provider.js';
import type { VoucherRedemption } from './voucher-redemption.js';

/** Where a party pays: by an intent at the provider, or with a voucher. */
export class PaymentService {
  constructor(
    private readonly commands: Commands,
    private readonly provider: PaymentProvider,
    private readonly reports: PaymentReports,
    private readonly vouchers: VoucherRedemption,
  ) {}

  /**
   * Opens an intent over what the party owes, or returns the one that is open. The fact is appended before
   * the provider is called (rule:recorded-before-the-provider).
   * @param tokenHash of the link through which Party 2 pays
   * @throws RuleBroken as `requirePayable`; payment_provider_failed
   */
  async open(
    ndaId: string,
    party: Party,
    context: CommandContext,
    tokenHash?: string,
  ): Promise<PaymentIntentView> {
    const request = {
      type: 'RequestPayment',
      party,
      tokenHash,
      provider: this.provider.name,
      consentWording: PAY_CONSENT_WORDING,
    } as const;
    const { state } = await this.commands.run(ndaDecider, ndaId, request, context);
    const open = requireOpenRequest(state, party);
    const { attempt, amount } = open;
    const intent = await this.atProvider(() => this.provider.open(intentRequest(ndaId, party, open)));
    await this.recordIntent(ndaId, party, attempt, intent, context);
    const { name, publishableKey } = this.provider;
    return {
      clientSecret: intent.clientSecret,
      paymentIntentId: intent.paymentIntentId,
      amount,
      currency: 'EUR',
      provider: name,
      publishableKey,
    };
  }

  /**
   * The dialog reported success: looks at the provider now.
   * @returns the NDA's revision afterwards.
   * @throws RuleBroken payment_unknown when the intent is not of this NDA; payment_provider_failed
   */
  async confirm(ndaId: string, paymentIntentId: string, context: CommandContext): Promise<number> {
    const { state, revision } = await this.commands.state(ndaDecider, ndaId);
    requireOwnIntent(state, paymentIntentId);
    const report = await this.atProvider(() => this.provider.lookUp(paymentIntentId));
    if (report === undefined || report.ndaId !== ndaId) throw new RuleBroken('payment_unknown');
    const applied = await this.atProvider(() => this.reports.apply(report, context.correlationId));
    return applied ?? revision;
  }

  /**
   * Redeems the voucher, ends what is open at the provider, then lets the voucher pay. Whoever repeats it, since
   * the answer was lost, is not told that something is paid (rule:same-act-same-answer).
   * @param tokenHash of the link through which Party 2 pays
   * @returns the NDA's revision afterwards.
   * @throws RuleBroken as `requirePayable`; voucher_unknown, voucher_used, voucher_expired;
   * payment_provider_failed
   */
  async applyVoucher(
    ndaId: string,
    party: Party,
    code: string,
    context: CommandContext,
    tokenHash?: string,
  ): Promise<number> {
    const { state } = await this.commands.state(ndaDecider, ndaId);
    const command = {
      type: 'ApplyVoucher',
      party,
      tokenHash,
      voucherId: this.vouchers.idOf(code),
      voucherCode: code,
    } as const;
    if (repeatedAct(command, state, context) === undefined)
      requirePayable(state, { party, tokenHash }, context);
    const voucherId = await this.vouchers.redeem(code, ndaId, party, context, tokenHash);
    return this.atProvider(() => this.vouchers.settle({ voucherId, ndaId, party }, context.correlationId));
  }

  private async recordIntent(
    ndaId: string,
    party: Party,
    attempt: number,
    intent: OpenedIntent,
    context: CommandContext,
  ): Promise<void> {
    const { paymentIntentId } = intent;
    const command = {
      type: 'RecordPaymentIntent',
      party,
      attempt,
      paymentIntentId,
      provider: this.provider.name,
    } as const;
    const commandId = derivedId('payment-intent', ndaId, party, attempt, paymentIntentId);
    await this.commands.run(ndaDecider, ndaId, command, {
      ...context,
      commandId,
      actor: 'system',
      origin: undefined,
    });
  }

  private async atProvider<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof ProviderFailed) throw new RuleBroken('payment_provider_failed');
      throw error;
    }
  }
}
