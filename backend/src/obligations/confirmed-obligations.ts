import type { ObligationView } from '@siegel/contracts/admin/views';
import { EventStoreUnavailable } from '../eventsourcing/event-store/event-store.js';
import type { CurrentState, CurrentStates } from '../eventsourcing/states/current-states.js';
import { type NdaEvent, ndaIdOf, ndaStream } from '../nda/nda.events.js';
import type { NdaState } from '../nda/nda.state.js';
import type { OpenObligation } from '../nda/obligations.state.js';
import { type Clock, isoNow } from '../platform/time/clock.js';
import { errorCode } from '../platform/logging/describe-error.js';
import type { Logger } from '../platform/logging/logger.js';
import type { Tampering } from '../platform/tampering/tampering.js';
import { obligationView } from './obligation-view.js';

export interface ConfirmingParts {
  readonly states: Pick<CurrentStates<NdaState, NdaEvent>, 'all'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tampering: Tampering;
}

type States = ReadonlyMap<string, CurrentState<NdaState>>;

/** True for obligations that the NDA's stream records. The settlement of a voucher is not recorded there. */
const isOfNda = (item: ObligationView): item is ObligationView & { readonly ndaId: string } =>
  item.ndaId !== null && item.kind !== 'settlement';

/**
 * Confirms obligations of NDAs by their streams. Rows are only used to find the obligations, because an admin
 * pays money back according to this list (rule:money-by-the-stream).
 */
export class ConfirmedObligations {
  constructor(private readonly parts: ConfirmingParts) {}

  /**
   * Returns the items, except items whose stream does not, or no longer, contain the obligation. If a stream
   * cannot be read, its items have neither amount nor reference to a payment.
   */
  async of(items: readonly ObligationView[]): Promise<readonly ObligationView[]> {
    const ids = new Set(items.filter(isOfNda).map(({ ndaId }) => ndaId));
    const states = await this.statesOf([...ids].map(ndaStream));
    const listed = new Set<OpenObligation>();
    return items.flatMap((item) =>
      isOfNda(item) ? this.confirmed(item, states, listed) : [this.withoutMoney(item)],
    );
  }

  /**
   * Removes amount and currency from an obligation that cannot have any. If its row has an amount, somebody
   * changed the row.
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
   * @param listed obligations that the result already contains, because two rows may name the same obligation
   */
  private confirmed(
    item: ObligationView & { readonly ndaId: string },
    states: States,
    listed: Set<OpenObligation>,
  ): readonly ObligationView[] {
    const found = states.get(ndaStream(item.ndaId));
    if (found === undefined) return [{ ...item, amount: null, currency: null, reference: null }];
    const { open, over } = found.state.obligations;
    const matching = open.filter(({ id, kind }) => id === item.id && kind === item.kind);
    const one = matching.find(({ party }) => party === item.party) ?? matching[0];
    if (one === undefined ? item.closable && !over.includes(item.id) : !isSame(one, item, found.state))
      this.parts.tampering.found('row', { table: 'ndas', id: item.ndaId });
    const now = isoNow(this.parts.clock);
    if (one === undefined || listed.has(one) || (one.until !== null && one.until <= now)) return [];
    listed.add(one);
    return [obligationView({ ...one, ndaId: item.ndaId }, now)];
  }
}

/**
 * Compares only the members of an obligation that never change, because a row may lag behind its stream. If
 * no money is owed, party and reference may change. A document, for instance, is owed to both parties at
 * first, and then to the party that still lacks it.
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
 * True if the obligation has this amount, or may have had it earlier. The amount of a refund is what is left
 * of the amount that became due, so an earlier amount is at most that amount.
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
