import type { ObligationView } from '@siegel/contracts/admin/views';
import { STREAM_UNTRUSTED } from '../closed-streams/closed-error.js';
import { type EndedObligations, STREAM_ENDED } from '../closed-streams/ended-obligations.js';
import type { TrustedLog } from '../eventsourcing/trust/trusted-log.js';
import { EventStoreUnavailable } from '../eventsourcing/event-store/event-store.js';
import type { CurrentState, CurrentStates } from '../eventsourcing/states/current-states.js';
import { type NdaEvent, ndaIdOf, ndaStream } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import type { OpenObligation } from '../nda/obligations.state.js';
import { recordsPartOf } from '../trust-stream/trust.events.js';
import { type Clock, isoNow } from '../platform/time/clock.js';
import { errorCode } from '../platform/logging/describe-error.js';
import type { Logger } from '../platform/logging/logger.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { obligationView } from './obligation-view.js';

export interface ConfirmingParts {
  readonly states: Pick<CurrentStates<NdaState, NdaEvent>, 'all'>;
  readonly log: Pick<TrustedLog, 'load'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tampering: Tampering;
  readonly ended: Pick<EndedObligations, 'isEnded' | 'facts'>;
}

type States = ReadonlyMap<string, CurrentState<NdaState>>;

/** True for obligations that the NDA's stream records. The settlement of a voucher is not recorded there. */
type OfNda = ObligationView & { readonly ndaId: string };
const isOfNda = (item: ObligationView): item is OfNda => item.ndaId !== null && item.kind !== 'settlement';

/**
 * Checks listed obligations of NDAs against the NDAs' streams. An admin pays money back according to this
 * list, so rows only help to find the obligations, and the stream decides (rule:money-by-the-stream).
 */
export class ConfirmedObligations {
  constructor(private readonly parts: ConfirmingParts) {}

  /**
   * Returns the items. An item of an NDA is left out if the NDA's stream never contained the obligation, or
   * if the obligation is no longer open there. If a stream cannot be read, or is closed, its items are returned
   * without an amount and without a payment reference, because nobody knows what is still owed. The reference
   * of an erasure that waits for a repair is the name of the closed stream. A person can end the obligations of an
   * ended stream.
   */
  async of(items: readonly ObligationView[]): Promise<readonly ObligationView[]> {
    const ids = new Set(items.filter(isOfNda).map(({ ndaId }) => ndaId));
    const states = await this.statesOf([...ids].map(ndaStream));
    const listed = new Set<OpenObligation>();
    const confirmed: ObligationView[] = [];
    for (const item of items) {
      if (!isOfNda(item)) confirmed.push(this.withoutMoney(item));
      else if (await this.waitsForRecords(item)) confirmed.push({ ...item, amount: null, currency: null });
      else confirmed.push(...this.confirmed(item, states, listed));
    }
    return confirmed;
  }

  /**
   * True if the erasure of an agreement waits because the records about the agreement are closed. No event of the
   * agreement says so. The row only names the stream of the records, and that stream decides.
   */
  private async waitsForRecords({ kind, lastError, reference, ndaId }: OfNda): Promise<boolean> {
    if (kind !== 'key-destruction' || lastError !== STREAM_UNTRUSTED || reference === null) return false;
    if (recordsPartOf(reference)?.stream !== ndaStream(ndaId)) return false;
    try {
      return (await this.parts.log.load(reference)).untrusted !== undefined;
    } catch (error) {
      this.unconfirmed(ndaId, error);
      return true;
    }
  }

  /**
   * Removes amount and currency from an obligation of a kind that has neither. If the row contains an amount,
   * somebody has tampered with the row.
   */
  private withoutMoney(item: ObligationView): ObligationView {
    if (item.amount === null && item.currency === null) return item;
    if (item.ndaId !== null) this.parts.tampering.found('row', { table: 'ndas', id: item.ndaId });
    return { ...item, amount: null, currency: null };
  }

  private async statesOf(streams: readonly string[]): Promise<States> {
    if (streams.length === 0) return new Map();
    try {
      return await this.parts.states.all(streams, (stream, error) =>
        this.unconfirmed(ndaIdOf(stream), error),
      );
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
      this.unconfirmed('all', error);
      return new Map();
    }
  }

  private unconfirmed(ndaId: string, error: unknown): void {
    const code = errorCode(error);
    this.parts.logger.warn(
      { ndaId, code },
      'the stream of an obligation cannot be read, so the obligation is listed without an amount',
    );
  }

  /**
   * Returns an obligation of an ended stream. The payment that it names is that of the stream or of the kept
   * report. Nobody knows what the lost events said, so it has no amount.
   */
  private ofEnded(
    item: OfNda,
    one: OpenObligation | undefined,
    listed: Set<OpenObligation>,
  ): readonly ObligationView[] {
    const kept = this.parts.ended.facts().reports.find(({ id }) => id === item.id);
    const found = kept ?? one;
    if (found === undefined || (one !== undefined && listed.has(one))) return [];
    if (one !== undefined) listed.add(one);
    const { party, reference, since } = found;
    return [{ ...item, party, reference, since, lastError: STREAM_ENDED, nextTryAt: null }];
  }

  /**
   * @param listed obligations that are already in the result. An obligation is returned once, even if two
   * rows name it.
   */
  private confirmed(item: OfNda, states: States, listed: Set<OpenObligation>): readonly ObligationView[] {
    const found = states.get(ndaStream(item.ndaId));
    const unconfirmed = { ...item, amount: null, currency: null, reference: null };
    if (found === undefined) return [unconfirmed];
    // Nobody can end the obligation before the stream is repaired.
    const reference = item.kind === 'key-destruction' ? ndaStream(item.ndaId) : null;
    const waits = { lastError: STREAM_UNTRUSTED, nextTryAt: null, closable: false };
    const isEnded = item.kind !== 'key-destruction' && this.parts.ended.isEnded(ndaStream(item.ndaId));
    if (found.untrusted !== undefined && !isEnded) return [{ ...unconfirmed, ...waits, reference }];
    const { open, over } = found.state.obligations;
    const matching = open.filter(({ id, kind }) => id === item.id && kind === item.kind);
    const one = matching.find(({ party }) => party === item.party) ?? matching[0];
    if (isEnded) return this.ofEnded(unconfirmed, one, listed);
    if (one === undefined ? item.closable && !over.includes(item.id) : !isSame(one, item, found.state))
      this.parts.tampering.found('row', { table: 'ndas', id: item.ndaId });
    const now = isoNow(this.parts.clock);
    if (one === undefined || listed.has(one) || (one.until !== null && one.until <= now)) return [];
    listed.add(one);
    return [obligationView({ ...one, ndaId: item.ndaId }, now)];
  }
}

/**
 * True if the row agrees with the stream. The row may lag behind, so only members that never change are
 * compared. If no money is owed, `party` and `reference` may change: a document, for instance, is first owed
 * to both parties, and later only to the party that has not received it.
 */
const isSame = (
  one: OpenObligation,
  { party, reference, amount, currency, since }: ObligationView,
  { moneyBack }: NdaState,
): boolean =>
  mayHaveHadAmount(one, amount, moneyBack) &&
  one.currency === currency &&
  one.since === since &&
  (amount === null || (one.party === party && one.reference === reference));

/**
 * True if the obligation has this amount now, or may have had it earlier. The amount of a refund shrinks as
 * money is paid back, so an earlier amount is at most the amount that originally became due.
 */
function mayHaveHadAmount(
  one: OpenObligation,
  amount: number | null,
  { due }: Pick<NdaState['moneyBack'], 'due'>,
): boolean {
  if (one.kind !== 'refund' || amount === null) return one.amount === amount;
  const becameDue = due.find(({ id }) => id === one.id)?.amount ?? 0;
  return amount > 0 && amount <= becameDue;
}
