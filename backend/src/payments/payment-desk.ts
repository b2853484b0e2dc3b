import { PAY_CONSENT_WORDING } from '@siegel/contracts/agreement/consent';
import type { Party } from '@siegel/contracts/enums';
import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import { ndaModel } from '../nda/nda.model.js';
import { amountDue } from '../nda/nda.rules.js';
import type { NdaState } from '../nda/nda.state.js';
import type { CommandRunner } from '../platform/journal/command-runner.js';
import type { CommandContext } from '../platform/journal/event.js';
import { derivedId } from '../platform/ids.js';
import { RuleBroken } from '../platform/rule-broken.js';
import type { PaymentReports } from './payment-reports.js';
import { type OpenedIntent, type PaymentProvider, ProviderFailed } from './provider.js';
import type { VoucherDesk } from './voucher-desk.js';

/** Where a party pays: by an intent at the provider, or with a voucher. */
export class PaymentDesk {
  constructor(
    private readonly commands: CommandRunner,
    private readonly provider: PaymentProvider,
    private readonly reports: PaymentReports,
    private readonly vouchers: VoucherDesk,
  ) {}

  /**
   * Opens an intent over what the party owes, or returns the one that is open. The fact is appended before the provider is called (decisions 4).
   * @throws RuleBroken already_paid, nothing_due, party1_must_sign_first, payment_provider_failed
   */
  async open(ndaId: string, party: Party, context: CommandContext): Promise<PaymentIntentView> {
    const request = { type: 'RequestPayment', party, provider: this.provider.name, consentWording: PAY_CONSENT_WORDING } as const;
    const { state } = await this.commands.run(ndaModel, ndaId, request, context);
    const open = state.payments[party].open;
    if (open === undefined) throw new RuleBroken('already_paid');
    const { attempt, amount } = open;
    const intent = await this.atProvider(() =>
      this.provider.open({ ndaId, party, attempt, amount, currency: 'EUR', idempotencyKey: `${ndaId}:${party}:${amount}:${attempt}` }),
    );
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
   * The dialog reported success: looks at the provider now. @returns the NDA's revision afterwards.
   * @throws RuleBroken payment_unknown when the intent is not of this NDA
   */
  async confirm(ndaId: string, paymentIntentId: string, context: CommandContext): Promise<number> {
    const { state, revision } = await this.commands.state(ndaModel, ndaId);
    if (!intentsOf(state).includes(paymentIntentId)) throw new RuleBroken('payment_unknown');
    const report = await this.atProvider(() => this.provider.lookUp(paymentIntentId));
    if (report === undefined || report.ndaId !== ndaId) throw new RuleBroken('payment_unknown');
    return (await this.reports.apply(report, context.correlationId)) ?? revision;
  }

  /** Redeems the voucher, ends an open intent, then lets the voucher pay. @returns the NDA's revision afterwards. @throws RuleBroken */
  async applyVoucher(ndaId: string, party: Party, code: string, context: CommandContext): Promise<number> {
    const { state } = await this.commands.state(ndaModel, ndaId);
    if (party === 1 && state.party1 === undefined) throw new RuleBroken('party1_must_sign_first');
    if (amountDue(state, party) === 0) throw new RuleBroken('already_paid');
    const voucherId = await this.vouchers.redeem(code, ndaId, party, context);
    await this.endOpenIntents(ndaId, party, state, context);
    return this.vouchers.settle({ voucherId, ndaId, party }, context.correlationId);
  }

  private async endOpenIntents(ndaId: string, party: Party, state: NdaState, context: CommandContext): Promise<void> {
    for (const { paymentIntentId, standing } of state.payments[party].requests) {
      if (paymentIntentId === null || standing === 'over') continue;
      const report = await this.atProvider(() => this.provider.cancel(paymentIntentId));
      // The money may have been faster: then the NDA refuses the voucher, and it is released.
      if (report?.ndaId === ndaId) await this.reports.apply(report, context.correlationId);
    }
  }

  private async recordIntent(ndaId: string, party: Party, attempt: number, intent: OpenedIntent, context: CommandContext): Promise<void> {
    const { paymentIntentId } = intent;
    const command = { type: 'RecordPaymentIntent', party, attempt, paymentIntentId, provider: this.provider.name } as const;
    const commandId = derivedId('payment-intent', ndaId, party, attempt, paymentIntentId);
    await this.commands.run(ndaModel, ndaId, command, { ...context, commandId, actor: 'system', origin: undefined });
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

const intentsOf = (state: NdaState): readonly string[] =>
  [
    ...state.settledIntents,
    ...([1, 2] as const).flatMap((party) => [state.payments[party].paymentIntentId, state.payments[party].open?.paymentIntentId]),
  ].filter((id): id is string => typeof id === 'string');
