import { erasedCopy } from '../../eventsourcing/journal/testing/recorded.js';
import type { NdaEvent } from '../nda.events.js';
import { history, ndaAfter } from '../testing/given.js';
import {
  addressCorrected,
  created,
  discarded,
  ownAddressCorrected,
  paid,
  party1Signed,
  personal,
  refunded,
  requested,
  voucherApplied,
} from '../testing/samples.js';
import { hasHadMailbox, isOrderPaid } from './order-party.js';

const stream = (...events: NdaEvent[]) => {
  const recorded = history(events);
  return { state: ndaAfter(recorded), events: recorded };
};
const { party1Email, party2Email } = personal;
const unpaid = [created, party1Signed(), requested(199)];

describe('an order is paid', () => {
  it('once a payment of its party counted, by card or voucher', () => {
    expect(isOrderPaid(stream(created, party1Signed()).state, 1)).toBe(false);
    expect(isOrderPaid(stream(...unpaid).state, 1)).toBe(false);
    expect(isOrderPaid(stream(...unpaid, paid(199)).state, 1)).toBe(true);
    expect(isOrderPaid(stream(...unpaid, voucherApplied(199)).state, 1)).toBe(true);
    expect(isOrderPaid(stream(...unpaid, voucherApplied(1)).state, 1)).toBe(true);
  });

  it('only for the party that paid', () =>
    expect(isOrderPaid(stream(...unpaid, paid(199)).state, 2)).toBe(false));

  it('even if the money was refunded since, or the draft was discarded', () => {
    expect(isOrderPaid(stream(...unpaid, paid(199), refunded(199)).state, 1)).toBe(true);
    expect(isOrderPaid(stream(...unpaid, paid(199), discarded).state, 1)).toBe(true);
  });
});

describe('the mailbox of a party', () => {
  const corrected = stream(created, ownAddressCorrected(2, 'al@example.org'), addressCorrected());
  const second = corrected.state.party2Emails[1] ?? '';

  it('is each that the party has or had, in any mixture of capitals', () => {
    for (const address of [party1Email, party1Email.toUpperCase(), 'AL@example.org'])
      expect(hasHadMailbox(corrected, 1, address)).toBe(true);
    for (const address of [party2Email, second]) expect(hasHadMailbox(corrected, 2, address)).toBe(true);
    expect(second).not.toBe(party2Email);
  });

  it('is neither that of the other party nor a similar one', () => {
    for (const address of [party1Email, 'al@example.org'])
      expect(hasHadMailbox(corrected, 2, address)).toBe(false);
    for (const address of [party2Email, second, `x${party1Email}`, party1Email.replace('@', '+x@'), ''])
      expect(hasHadMailbox(corrected, 1, address)).toBe(false);
  });

  it('is not read from an event of an unknown version', () => {
    const { state, events } = corrected;
    const unknown = events.map((event) => ({ ...event, unknown: true }));
    expect(hasHadMailbox({ state, events: unknown }, 1, party1Email)).toBe(false);
  });

  it('is unknown after an erasure, or if the key is gone', () => {
    const erased: NdaEvent = { type: 'NdaErased', open: { reason: 'admin' } };
    expect(hasHadMailbox(stream(created, erased), 1, party1Email)).toBe(false);
    const { state, events } = corrected;
    expect(hasHadMailbox({ state, events: events.map(erasedCopy<NdaEvent>) }, 1, party1Email)).toBe(false);
  });
});
