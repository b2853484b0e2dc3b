import { priceFor } from '@siegel/contracts/payments/price';
import { stateAfter } from '../testing/given.js';
import { remoteInvited, remotePaid, splitInvited } from '../testing/sample-histories.js';
import {
  cancelled,
  created,
  failed,
  madeRemote,
  paid,
  party1Signed,
  party1SignedRemote,
  party1SignedSplit,
  requested,
  voucherApplied,
} from '../testing/samples.js';
import { amountDue, isAnythingPaid, overallPaymentStatus } from './price.js';

const share = { party: 2, paymentIntentId: 'pi_2' } as const;

describe('price and amount due, in cents', () => {
  it.each([
    ['a draft', [created], 199, 0],
    ['in person', [created, party1Signed()], 199, 0],
    ['in person with both shares', [created, party1Signed({ party1PaysForBoth: true })], 398, 0],
    ['remote, Party 1 pays for both', [created, party1SignedRemote], 398, 0],
    ['remote, each pays', [created, party1SignedSplit], 199, 199],
  ])('%s', (_, events, one, two) => {
    const state = stateAfter(...events);
    expect([priceFor(1, state), priceFor(2, state)]).toEqual([one, two]);
    expect([amountDue(state, 1), amountDue(state, 2)]).toEqual([one, two]);
  });
  it('is 0 once it is covered, and no part is paid twice', () => {
    expect(amountDue(stateAfter(...remotePaid), 1)).toBe(0);
    expect(
      amountDue(stateAfter(created, party1Signed(), requested(199), madeRemote(true), paid(199)), 1),
    ).toBe(199);
  });
  it('is neither requested again nor refunded after a cancellation', () => {
    const state = stateAfter(...remoteInvited, cancelled());
    expect([amountDue(state, 1), amountDue(state, 2)]).toEqual([0, 0]);
    expect(state.payments[1].covered).toBe(398);
  });
});

describe('whether anything is paid', () => {
  it.each([
    ['a draft', [created], false],
    ['an intent', [created, party1Signed(), requested(199)], false],
    ['a cent of Party 1', [created, party1Signed(), voucherApplied(1)], true],
    ['a cent of Party 2', [created, party1SignedSplit, voucherApplied(1, { party: 2 })], true],
  ])('%s', (_, events, anything) => expect(isAnythingPaid(stateAfter(...events))).toBe(anything));
});

describe('overall payment status', () => {
  it.each([
    ['none', [created]],
    ['none', [created, party1Signed()]],
    ['pending', [created, party1Signed(), requested(199)]],
    ['pending', [created, party1Signed(), requested(199), failed()]],
    ['failed', [created, party1Signed(), requested(199), failed({ final: true })]],
    ['succeeded', [created, party1Signed(), requested(199), paid(199)]],
    ['pending', splitInvited],
    ['succeeded', [...splitInvited, requested(199, share), paid(199, share)]],
    ['succeeded', remotePaid],
  ] as const)('is %s', (status, events) => expect(overallPaymentStatus(stateAfter(...events))).toBe(status));
  it('is none before there is an NDA', () => expect(overallPaymentStatus(stateAfter())).toBe('none'));
});
