import type { Party } from '@siegel/contracts/enums';
import { amountDue, type PriceBasis } from '@siegel/contracts/payments/price';
import type { Recorded } from '../eventsourcing/journal/event.js';
import type {
  PaymentFailed,
  PaymentIntentOpened,
  PaymentRequested,
  PaymentSucceeded,
  VoucherApplied,
} from './payment.events.js';
import type { OpenRequest, PartyStanding } from './payment.state.js';

// What the facts of payment make of how a party stands. They are folded here once, for the state and for the
// figures, each of which keeps what else it needs beside it. Pure.

/** A request is opened by whoever keeps it, as `partyAfter` does; here it only ends, by `open: undefined`. */
export type StandingChange = Partial<Omit<PartyStanding, 'open'>> & { readonly open?: undefined };

export type PaymentFact = Recorded<
  PaymentRequested | PaymentIntentOpened | PaymentSucceeded | PaymentFailed | VoucherApplied
>;

/**
 * What an event changes for the party that it names. Of money that does not count only the keeper knows which
 * request it was meant for: see `ended`.
 * @param basis as it was before the event
 */
export function standingAfter(before: PartyStanding, event: PaymentFact, basis: PriceBasis): StandingChange {
  switch (event.type) {
    case 'PaymentRequested':
      return { status: 'pending', paymentIntentId: null };
    case 'PaymentIntentOpened':
      return before.open?.attempt === event.open.attempt && before.open.paymentIntentId === null
        ? { paymentIntentId: event.open.paymentIntentId }
        : {};
    case 'PaymentSucceeded': {
      const { party, attempt, amount, paymentIntentId } = event.open;
      return {
        ...(before.open?.attempt === attempt ? { open: undefined } : {}),
        ...counted(before, party, amount, basis),
        amount: (before.amount ?? 0) + amount,
        paymentIntentId,
        paidAt: event.at,
      };
    }
    // A card that was refused leaves the intent open for the next try; only a final failure ends it.
    case 'PaymentFailed':
      return event.open.final && isOfOpen(before, event.open.paymentIntentId)
        ? ended(before, event.open.attempt)
        : {};
    case 'VoucherApplied':
      return {
        ...counted(before, event.open.party, event.open.covered, basis),
        amount: before.amount ?? 0,
        paidAt: event.at,
      };
  }
}

/** A party after a fact of payment, with the request that is open then. @param basis as it was before the event */
export function partyAfter(before: PartyStanding, event: PaymentFact, basis: PriceBasis): PartyStanding {
  const after = { ...before, ...standingAfter(before, event, basis) };
  return { ...after, open: openAfter(after, event) };
}

function openAfter({ open }: PartyStanding, event: PaymentFact): OpenRequest | undefined {
  if (event.type === 'PaymentRequested') return { attempt: event.open.attempt, paymentIntentId: null };
  if (event.type !== 'PaymentIntentOpened' || open?.attempt !== event.open.attempt) return open;
  return { ...open, paymentIntentId: open.paymentIntentId ?? event.open.paymentIntentId };
}

/** A party after money that does not count: it ended the open request, where that is its intent. */
export function partyWithout(before: PartyStanding, paymentIntentId: string): PartyStanding {
  const attempt = before.open?.paymentIntentId === paymentIntentId ? before.open.attempt : undefined;
  return { ...before, ...ended(before, attempt) };
}

/** Not where it tells of a second intent of the same attempt. */
const isOfOpen = ({ open }: PartyStanding, paymentIntentId: string | null): boolean =>
  paymentIntentId === null || (open?.paymentIntentId ?? paymentIntentId) === paymentIntentId;

/** A request ended without counting, where it is the open one. What was paid stays paid. */
export function ended(before: PartyStanding, attempt: number | undefined): StandingChange {
  if (before.open === undefined || before.open.attempt !== attempt) return {};
  return { open: undefined, status: before.covered === 0 ? 'failed' : before.status };
}

/** Adds to what is covered; the status follows from what is left to pay. */
function counted(before: PartyStanding, party: Party, cents: number, basis: PriceBasis): StandingChange {
  const covered = before.covered + cents;
  const due = amountDue({ ...basis, covered: { ...basis.covered, [party]: covered } }, party);
  return { covered, status: due === 0 ? 'succeeded' : 'pending' };
}
