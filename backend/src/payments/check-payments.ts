import type { Party } from '@siegel/contracts/enums';
import type { Commands } from '../bus/commands.js';
import { cameInOf, refundedOf, undecidedOf } from '../nda/money-back.js';
import { ndaStream } from '../nda/nda.events.js';
import { ndaDecider } from '../nda/nda.decider.js';
import type { NdaState } from '../nda/nda.state.js';
import { intentsOf, isIntentOf } from '../nda/rules/payment.js';
import type { Difference, DifferenceKind } from './difference-text.js';
import type { ChargebackReport, IntentReport, PaymentProvider, Period } from './provider.js';

/** An intent that this service requested for some NDA. */
export interface RequestedIntent {
  readonly ndaId: string;
  readonly party: Party;
  readonly paymentIntentId: string;
  readonly askedAt: string;
}

export interface CheckingParts {
  readonly provider: Pick<PaymentProvider, 'name' | 'list' | 'listRefundedOrDisputed' | 'lookUp'>;
  readonly commands: Pick<Commands, 'lastTrusted'>;
  /** True if the operator ended the stream, so that no repair opens it. */
  readonly isEnded: (stream: string) => boolean;
  /** Returns all intents that were requested from `provider`. */
  readonly requested: (provider: string) => AsyncIterable<RequestedIntent>;
}

/**
 * Compares our event log with the provider, in both directions. Checks all intents that the provider lists
 * for the period, and all intents that the service requested in the period. Also checks payments that were
 * refunded or disputed in the period, even if the payments are older. Changes nothing. The cost grows with
 * the number of intents.
 * @throws ProviderFailed
 */
export async function* differences(
  { provider, commands, isEnded, requested: asked }: CheckingParts,
  period: Period,
): AsyncGenerator<Difference> {
  /** Returns the difference for an NDA whose stream counts only in part. */
  const closed = (
    { paymentIntentId, ndaId, party }: Pick<IntentReport, 'paymentIntentId' | 'ndaId' | 'party'>,
    theirs: Difference['theirs'],
  ): Difference => {
    const kind = isEnded(ndaStream(ndaId)) ? 'nda_ended' : 'nda_closed';
    return { kind, paymentIntentId, ndaId, party, ours: null, theirs };
  };
  const listed = new Set<string>();
  for (const reports of [() => provider.list(period), () => provider.listRefundedOrDisputed(period)])
    for await (const report of reports()) {
      if (listed.has(report.paymentIntentId)) continue;
      listed.add(report.paymentIntentId);
      const { state, untrusted } = await commands.lastTrusted(ndaDecider, report.ndaId);
      if (untrusted === undefined) yield* differing(state, report);
      else yield closed(report, report.status);
    }
  for await (const intent of asked(provider.name)) {
    const { paymentIntentId, ndaId, party, askedAt } = intent;
    const at = Date.parse(askedAt);
    if (at < period.from.getTime() || at >= period.until.getTime() || listed.has(paymentIntentId)) continue;
    // The provider may have created the intent just before or after the period. In that case its list for the
    // period lacks the intent, but a look-up finds it.
    if ((await provider.lookUp(paymentIntentId)) !== undefined) continue;
    // A row says that the service requested this intent. Only the stream proves it
    // (rule:money-by-the-stream).
    const { state, untrusted } = await commands.lastTrusted(ndaDecider, ndaId);
    if (untrusted !== undefined) yield closed(intent, null);
    else if (isIntentOf(state, party, paymentIntentId))
      yield { kind: 'intent_unknown', paymentIntentId, ndaId, party, ours: 'asked', theirs: null };
  }
}

function differing(state: NdaState, report: IntentReport): readonly Difference[] {
  const { paymentIntentId, ndaId, party, status, amount } = report;
  const difference = (
    kind: DifferenceKind,
    ours: Difference['ours'],
    theirs: Difference['theirs'],
  ): readonly Difference[] => [{ kind, paymentIntentId, ndaId, party, ours, theirs }];
  if (state.status === 'none') return difference('nda_unknown', null, status);
  const counted = [...state.payments[1].counted, ...state.payments[2].counted];
  const received = cameInOf(counted, state.moneyBack, paymentIntentId, report.currency);
  if (status !== 'succeeded') {
    if (received !== null) return difference('not_received', received, status);
    const isPayable = status === 'open' || status === 'processing';
    return isPayable && isOver(state, report) ? difference('still_open', 'over', status) : [];
  }
  if (received === null) return difference('not_recorded', null, amount);
  const back = refundedOf(state.moneyBack, paymentIntentId, report.currency);
  const taken = state.moneyBack.chargedBack.find((one) => one.paymentIntentId === paymentIntentId);
  return [
    ...(received === amount ? [] : difference('amount', received, amount)),
    ...(back === report.refunded ? [] : difference('refunded', back, report.refunded)),
    ...chargebackPairs(taken ?? null, report.chargeback).flatMap(([ours, theirs]) =>
      difference('chargeback', ours, theirs),
    ),
  ];
}

/**
 * Returns our value and the provider's value where they differ. Compares the states first, then the amounts,
 * then the undecided amounts, and returns only the first difference.
 */
function chargebackPairs(
  ours: Pick<ChargebackReport, 'state' | 'amount' | 'undecided'> | null,
  theirs: ChargebackReport | null,
): readonly (readonly [Difference['ours'], Difference['theirs']])[] {
  if (ours?.state !== theirs?.state) return [[ours?.state ?? null, theirs?.state ?? null]];
  if (ours === null || theirs === null) return [];
  if (ours.amount !== theirs.amount) return [[ours.amount, theirs.amount]];
  // A payment may have another dispute besides a lost dispute. If the undecided amounts differ, our log lacks
  // the opening or the decision of the other dispute.
  const [known, undecided] = [undecidedOf(ours), undecidedOf(theirs)];
  return known === undecided ? [] : [[known, undecided]];
}

/** True if our log says that the intent has ended. No job polls such an intent. */
function isOver({ payments }: NdaState, { paymentIntentId, party }: IntentReport): boolean {
  const request = payments[party].requests.find((one) => intentsOf(one).includes(paymentIntentId));
  const other = request?.others.find((one) => one.paymentIntentId === paymentIntentId);
  return other?.isOver ?? request?.standing === 'over';
}
