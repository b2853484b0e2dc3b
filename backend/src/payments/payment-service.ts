import type { Party } from '@siegel/contracts/enums';
import type { PaymentIntentView } from '@siegel/contracts/nda/view';
import type { PaymentConsentRequest } from '@siegel/contracts/payments/requests';
import { ndaDecider } from '../nda/nda.decider.js';
import type { NdaEvent } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import type { PaymentRequestState } from '../nda/payment.state.js';
import { orderNumber } from '@siegel/contracts/payments/order-number';
import { repeatedAct } from '../nda/rules/repeated-act.js';
import { openIntents, openRequest, requireOwnIntent, requirePayable } from '../nda/rules/payment.js';
import type { Commands } from '../bus/commands.js';
import type { LoadedState } from '../eventsourcing/commands/command-runner.js';
import type { CommandContext } from '../eventsourcing/journal/event.js';
import type { Clock } from '../platform/time/clock.js';
import { derivedId } from '../platform/crypto/ids.js';
import { RuleBroken } from '../platform/errors/rule-broken.js';
import { intentRequest } from './open-intents.js';
import type { PaymentReports } from './payment-reports.js';
import { NothingMade, type OpenedIntent, type PaymentProvider, ProviderFailed } from './provider.js';
import { isKeyValid } from './rules/key-life.js';
import type { SettledNda, VoucherRedemption } from './voucher-redemption.js';
import { withTimeout } from './with-timeout.js';

type LoadedNda = LoadedState<NdaState, NdaEvent>;

/**
 * Maximum number of attempts in one call. The next attempt follows only if the previous attempt turns out to
 * be over.
 */
const ROUNDS_MAX = 3;
/** Milliseconds for which `pollNow` waits for the provider. */
const POLL_TIMEOUT_MS = 2_000;

/** Lets a party pay, by an intent at the provider or with a voucher. */
export class PaymentService {
  constructor(
    private readonly commands: Commands,
    private readonly provider: PaymentProvider,
    private readonly reports: PaymentReports,
    private readonly vouchers: VoucherRedemption,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens an intent for the amount that the party owes, or returns the intent that is already open. The
   * request is recorded before the provider is called (rule:recorded-before-the-provider).
   * @param tokenHash hash of the token in the link through which Party 2 pays
   * @param read the NDA, if the caller has just read it
   * @throws RuleBroken with the codes of `requirePayable`, or payment_limit, payment_provider_failed
   */
  async open(
    ndaId: string,
    party: Party,
    context: CommandContext,
    tokenHash?: string,
    read?: LoadedNda,
  ): Promise<PaymentIntentView> {
    const { name: provider, publishableKey } = this.provider;
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const request = { type: 'RequestPayment', party, tokenHash, provider } as const;
      const commandId = round === 0 ? context.commandId : derivedId('next-attempt', context.commandId, round);
      const { state, loaded } = await this.commands.run(
        ndaDecider,
        ndaId,
        request,
        { ...context, commandId },
        { after: round === 0 ? read : undefined },
      );
      const current = openRequest(state, party);
      // Without an open request nothing can be paid, so the next round requests another attempt.
      if (current === undefined) continue;
      const intent = await this.atProvider(() =>
        this.intentOf(ndaId, party, { asked: current, loaded }, context),
      );
      if (intent === undefined) continue;
      const { clientSecret, paymentIntentId } = intent;
      const { amount } = current;
      return {
        orderNumber: orderNumber(ndaId, party),
        clientSecret,
        paymentIntentId,
        amount,
        currency: 'EUR',
        provider,
        publishableKey,
      };
    }
    throw new RuleBroken('payment_provider_failed');
  }

  /**
   * Records the party's consent: the wording that was above the button when the party pressed it
   * (rule:consent-when-given).
   * @param tokenHash hash of the token in the link through which Party 2 pays
   * @throws RuleBroken with the codes of `givePaymentConsent`
   */
  async consent(
    ndaId: string,
    party: Party,
    { paymentIntentId, wording, language }: PaymentConsentRequest,
    context: CommandContext,
    tokenHash?: string,
  ): Promise<void> {
    const command = {
      type: 'GivePaymentConsent',
      party,
      tokenHash,
      paymentIntentId,
      wording,
      language,
    } as const;
    await this.commands.run(ndaDecider, ndaId, command, context);
  }

  /**
   * Looks the intent up at the provider after the payment dialog in the browser has reported success, and
   * records the provider's report.
   * @returns the NDA's revision afterwards.
   * @throws RuleBroken payment_unknown if the intent does not belong to this NDA; payment_provider_failed
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
   * Looks up all open intents of the NDA while a caller waits (rule:lost-reports-are-found). Returns after
   * `POLL_TIMEOUT_MS` at the latest. A report that arrives later is still recorded.
   */
  async pollNow(ndaId: string): Promise<void> {
    const { state } = await this.commands.state(ndaDecider, ndaId);
    const open = ([1, 2] as const).flatMap((party) => openIntents(state, party));
    const polls = open.map(async ({ paymentIntentId, provider }) => {
      if (paymentIntentId === null || provider !== this.provider.name) return;
      const report = await this.provider.lookUp(paymentIntentId);
      if (report?.ndaId === ndaId) await this.reports.apply(report);
    });
    try {
      await withTimeout(POLL_TIMEOUT_MS, Promise.all(polls));
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
    }
  }

  /**
   * Redeems the voucher, ends open intents at the provider, and then applies the voucher to the NDA. A caller
   * may repeat the request because the response was lost. The repeated request gets the same response and not
   * 'already paid' (rule:same-act-same-answer).
   * @param tokenHash hash of the token in the link through which Party 2 pays
   * @param read the NDA, if the caller has just read it
   * @throws RuleBroken with the codes of `requirePayable`, or voucher_unknown, voucher_used, voucher_expired
   */
  async applyVoucher(
    ndaId: string,
    party: Party,
    code: string,
    context: CommandContext,
    tokenHash?: string,
    read?: LoadedNda,
  ): Promise<SettledNda> {
    const nda = read ?? (await this.commands.state(ndaDecider, ndaId));
    const voucherId = this.vouchers.idOf(code);
    const command = { type: 'ApplyVoucher', party, tokenHash, voucherId, voucherCode: code } as const;
    if (repeatedAct(command, nda.state, context) === undefined)
      requirePayable(nda.state, { party, tokenHash }, context);
    const voucher = await this.vouchers.redeem(code, ndaId, party, context, tokenHash);
    return this.vouchers.settle({ voucherId, ndaId, party }, context.correlationId, { nda, voucher });
  }

  /**
   * Returns the intent for a request. If the intent's id is known, fetches the intent by its id and never
   * requests it from the provider again.
   * @returns undefined if the attempt turns out to be over; another attempt may then follow
   */
  private async intentOf(
    ndaId: string,
    party: Party,
    { asked, loaded }: { asked: PaymentRequestState; loaded: LoadedNda | undefined },
    context: CommandContext,
  ): Promise<OpenedIntent | undefined> {
    const { paymentIntentId } = asked;
    if (paymentIntentId !== null) return this.reopened(ndaId, party, { ...asked, paymentIntentId }, context);
    if (!isKeyValid(asked.askedAt, this.clock.now())) {
      await this.reports.giveUp(ndaId, party, asked, 'key_expired');
      return undefined;
    }
    try {
      const intent = await this.provider.open(intentRequest(ndaId, party, asked));
      await this.recordIntent(ndaId, { party, attempt: asked.attempt }, intent, context, loaded);
      return intent;
    } catch (error) {
      if (!(error instanceof NothingMade)) throw error;
      await this.reports.giveUp(ndaId, party, asked, 'nothing_made');
      return undefined;
    }
  }

  /**
   * Fetches an intent whose id is known. Returns undefined if the intent is over or the provider does not
   * know it, and records in both cases that it has ended.
   */
  private async reopened(
    ndaId: string,
    party: Party,
    asked: PaymentRequestState & { readonly paymentIntentId: string },
    { correlationId }: CommandContext,
  ): Promise<OpenedIntent | undefined> {
    const { paymentIntentId } = asked;
    const [report, intent] = await Promise.all([
      this.provider.lookUp(paymentIntentId),
      this.provider.reopen(paymentIntentId),
    ]);
    if (report === undefined || intent === undefined) {
      await this.reports.giveUp(ndaId, party, asked, 'intent_unknown');
      return undefined;
    }
    if (report.status !== 'succeeded' && report.status !== 'cancelled') return intent;
    await this.reports.apply(report, correlationId);
    return undefined;
  }

  private async recordIntent(
    ndaId: string,
    { party, attempt }: { party: Party; attempt: number },
    { paymentIntentId }: OpenedIntent,
    context: CommandContext,
    loaded: LoadedNda | undefined,
  ): Promise<void> {
    const command = {
      type: 'RecordPaymentIntent',
      party,
      attempt,
      paymentIntentId,
      provider: this.provider.name,
    } as const;
    const commandId = derivedId('payment-intent', ndaId, party, attempt, paymentIntentId);
    const system = { ...context, commandId, actor: 'system', origin: undefined } as const;
    await this.commands.run(ndaDecider, ndaId, command, system, { after: loaded });
  }

  private async atProvider<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
      // The log shows the cause. The cause contains the provider's response and the provider's id for the
      // call.
      throw Object.assign(new RuleBroken('payment_provider_failed'), { cause: error });
    }
  }
}
