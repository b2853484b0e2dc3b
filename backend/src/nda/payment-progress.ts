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
import type { OpenRequest, PaymentProgress } from './payment.state.js';

// Folds the payment events into the progress of a party's payment. The NDA's state and the figures share
// these folds, and each adds its own data. Pure.

/**
 * The changes that an event makes to a party's progress. A change can end the open request, with
 * `open: undefined`, but it never opens a request. The caller opens requests, as `partyProgressAfter` does.
 */
export type ProgressChange = Partial<Omit<PaymentProgress, 'open'>> & { readonly open?: undefined };

export type PaymentFact = Recorded<
  PaymentRequested | PaymentIntentOpened | PaymentSucceeded | PaymentFailed | VoucherApplied
>;

/**
 * Returns the members of the progress that the event changes for its party. Money that does not count is not
 * handled here. Only the caller knows the request to which such money belongs, so the caller uses
 * `chargedInVain`.
 * @param basis the price basis before the event
 */
export function progressAfter(
  before: PaymentProgress,
  event: PaymentFact,
  basis: PriceBasis,
): ProgressChange {
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
    // A refused card leaves the intent open, so that the payer can try again. Only a final failure ends the
    // request.
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

/**
 * Returns a party's payment after an event, including the request that is open after the event.
 * @param basis the price basis before the event
 */
export function partyProgressAfter(
  before: PaymentProgress,
  event: PaymentFact,
  basis: PriceBasis,
): PaymentProgress {
  const after = { ...before, ...progressAfter(before, event, basis) };
  return { ...after, open: openAfter(after, event) };
}

function openAfter({ open }: PaymentProgress, event: PaymentFact): OpenRequest | undefined {
  if (event.type === 'PaymentRequested') return { attempt: event.open.attempt, paymentIntentId: null };
  if (event.type !== 'PaymentIntentOpened' || open?.attempt !== event.open.attempt) return open;
  return { ...open, paymentIntentId: open.paymentIntentId ?? event.open.paymentIntentId };
}

/**
 * Returns a party's payment after this intent brought money that does not count. If the open request has this
 * intent, the request ends.
 */
export function partyWithout(before: PaymentProgress, paymentIntentId: string): PaymentProgress {
  const attempt = before.open?.paymentIntentId === paymentIntentId ? before.open.attempt : undefined;
  return { ...before, ...chargedInVain(before, attempt) };
}

/**
 * Returns the changes after a card was charged although the money does not count. If the request of this
 * attempt is open, the request ends. The payment does not count as failed, no matter in which order the
 * reports arrive (rule:charged-is-never-failed).
 */
export function chargedInVain(before: PaymentProgress, attempt: number | undefined): ProgressChange {
  const after = ended({ ...before, chargedInVain: true }, attempt);
  const status = after.status ?? before.status;
  return { ...after, chargedInVain: true, status: status === 'failed' ? 'none' : status };
}

/** True if this is the intent of the open request; false if it is a second intent of the same attempt. */
const isOfOpen = ({ open }: PaymentProgress, paymentIntentId: string | null): boolean =>
  paymentIntentId === null || (open?.paymentIntentId ?? paymentIntentId) === paymentIntentId;

/**
 * Ends the request of this attempt without counting money, if that request is open. Paid amounts stay paid.
 */
export function ended(before: PaymentProgress, attempt: number | undefined): ProgressChange {
  if (before.open === undefined || before.open.attempt !== attempt) return {};
  const unpaid = before.chargedInVain ? 'none' : 'failed';
  return { open: undefined, status: before.covered === 0 ? unpaid : before.status };
}

/** Adds the cents to the covered amount. The new status depends on whether anything is left to pay. */
function counted(before: PaymentProgress, party: Party, cents: number, basis: PriceBasis): ProgressChange {
  const covered = before.covered + cents;
  const due = amountDue({ ...basis, covered: { ...basis.covered, [party]: covered } }, party);
  return { covered, status: due === 0 ? 'succeeded' : 'pending' };
}
