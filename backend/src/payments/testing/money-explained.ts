import { DAY_MS } from '@siegel/contracts/limits';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import { refundedOf, revenueOf } from '../../nda/money-back.js';
import type { NdaEvent } from '../../nda/nda.events.js';
import type { NdaState } from '../../nda/nda.state.js';
import { intentsOf, openIntents } from '../../nda/rules/payment.js';
import { type RequestedIntent, differences } from '../check-payments.js';
import type { Difference } from '../difference-text.js';
import type { IntentReport, PaymentProvider } from '../provider.js';
import type { MoneyWorld } from './money-world.js';

/** An intent in the provider's own books. Amounts are cents. */
export interface BookEntry extends Pick<IntentReport, 'amount' | 'refunded'> {
  readonly id: string;
  readonly status: 'open' | 'processing' | 'succeeded' | 'cancelled';
  readonly chargeback: 'opened' | 'won' | 'lost' | undefined;
}

/** Returns the cents of an intent that we keep according to the provider's books. */
export const keptCents = ({ status, chargeback, amount, refunded }: BookEntry): number =>
  status === 'succeeded' && chargeback !== 'lost' ? amount - refunded : 0;

/**
 * Expects that our events explain each intent's money to the cent. Each cent counts as a party's payment, is
 * due back, or belongs to a payment that did not match. Also expects that no intent is left open, and that
 * `siegel payments:check` finds no difference.
 */
export async function expectExplained(
  world: MoneyWorld,
  provider: PaymentProvider,
  books: readonly BookEntry[],
): Promise<void> {
  const state = await world.state();
  for (const each of [1, 2] as const) expect(openIntents(state, each)).toEqual([]);
  const counted = [...state.payments[1].counted, ...state.payments[2].counted];
  const { moneyBack } = state;
  for (const entry of books) {
    const { id, amount, status, refunded, chargeback } = entry;
    const own = counted.filter(({ paymentIntentId }) => paymentIntentId === id);
    const due = moneyBack.due.filter(({ paymentIntentId }) => paymentIntentId === id);
    const beside = own.length === 0 ? due : due.filter(({ reason }) => reason === 'excess');
    const explained = [...own, ...beside].reduce((sum, one) => sum + one.amount, 0);
    expect(explained).toBe(status === 'succeeded' ? amount : 0);
    if (status !== 'succeeded') continue;
    expect(refundedOf(moneyBack, id, 'EUR')).toBe(refunded);
    expect(moneyBack.chargedBack.find(({ paymentIntentId }) => paymentIntentId === id)?.state).toBe(
      chargeback,
    );
    // `keptCents(entry)` is the amount that we keep according to the provider's books. If it is more than our
    // revenue, the difference must be due back.
    const beyond = keptCents(entry) - revenueOf(own, moneyBack);
    expect(beyond).toBeGreaterThanOrEqual(0);
    expect(beyond).toBeLessThanOrEqual(beside.reduce((sum, one) => sum + one.amount, 0));
  }
  const vouchers = [state.payments[1].voucherId, state.payments[2].voucherId].filter((id) => id !== null);
  expect((await world.held()).toSorted()).toEqual([...new Set(vouchers)].toSorted());
  expect(await found(world, provider, state)).toEqual([]);
}

/** Returns the differences that `siegel payments:check` would find. */
async function found(
  { commands, clock, ndaId }: MoneyWorld,
  provider: PaymentProvider,
  { payments }: NdaState,
): Promise<readonly Difference[]> {
  const now = clock.now().getTime();
  const period = { from: new Date(now - 1_000 * DAY_MS), until: new Date(now) };
  const asked = async function* (name: string): AsyncGenerator<RequestedIntent> {
    for (const party of [1, 2] as const)
      for (const request of payments[party].requests)
        if (request.provider === name)
          for (const paymentIntentId of intentsOf(request))
            yield { ndaId, party, paymentIntentId, askedAt: request.askedAt };
  };
  const all: Difference[] = [];
  for await (const difference of differences(
    { provider, commands, isEnded: () => false, requested: asked },
    period,
  ))
    all.push(difference);
  return all;
}

/** Returns the name of the outcome that an event records. */
export const outcomeName = ({ type, open }: Recorded<NdaEvent>): string => {
  if (type === 'PaymentSucceeded') return `${type} ${open.party}`;
  if (type === 'PaymentChargedBack') return `${type} ${open.state}`;
  if (type === 'RefundDue') return `${type} ${open.reason}`;
  return type === 'PaymentFailed' ? `${type} ${open.code}` : type;
};
