import type { NdaEvent } from '../nda.events.js';
import { day, stateAfter } from '../testing/given.js';
import {
  created,
  discarded,
  erased,
  failed,
  inPersonPaid,
  intentOpened,
  madeRemote,
  paid,
  party1Signed,
  refundDue,
  remoteInvited,
  requested,
  splitInvited,
} from '../testing/samples.js';
import {
  requireAmountDue,
  requireOpenRequest,
  requireOwnIntent,
  requirePayable,
  unfinishedRequests,
} from './payment.js';

const NOW = { at: day(1) };
const signed = [created, party1Signed()];
/** A second request over both shares took the place of the first. */
const superseded: readonly NdaEvent[] = [
  ...signed,
  requested(199),
  intentOpened(),
  madeRemote(true),
  requested(398, { attempt: 2 }),
];

describe('a payment', () => {
  it('may be begun over what the party owes', () => {
    expect(requireAmountDue(stateAfter(...signed), 1, NOW.at)).toBe(199);
    expect(requireAmountDue(stateAfter(...splitInvited), 2, NOW.at)).toBe(199);
  });

  it.each([
    ['nobody has signed', [created], 1, 'party1_must_sign_first'],
    ['Party 1 has paid', inPersonPaid, 1, 'already_paid'],
    ['Party 2 owes nothing', remoteInvited, 2, 'nothing_due'],
    ['Party 2 is not invited', splitInvited.slice(0, -1), 2, 'not_invited'],
  ] as const)('may not when %s', (_, events, party, code) =>
    expect(() => requireAmountDue(stateAfter(...events), party, NOW.at)).toThrow(code),
  );

  it('of Party 2 may not once the link has expired', () =>
    expect(() => requireAmountDue(stateAfter(...splitInvited), 2, day(7))).toThrow('link_expired'));
});

describe('a voucher', () => {
  it('is taken for what may be paid alone', () => {
    expect(() => requirePayable(stateAfter(...signed), 1, NOW)).not.toThrow();
    expect(() => requirePayable(stateAfter(...inPersonPaid), 1, NOW)).toThrow('already_paid');
  });
  it.each([
    ['unknown', [], 'not_found'],
    ['erased', [...signed, erased], 'nda_erased'],
    ['discarded', [created, discarded], 'nda_discarded'],
  ] as const)('is not taken for an NDA that is %s', (_, events, code) =>
    expect(() => requirePayable(stateAfter(...events), 1, NOW)).toThrow(code),
  );
});

describe('a request for payment', () => {
  it('is the one to pay while it is open', () => {
    expect(requireOpenRequest(stateAfter(...superseded), 1)).toMatchObject({ attempt: 2, amount: 398 });
    expect(() => requireOpenRequest(stateAfter(...signed, requested(199), paid(199)), 1)).toThrow(
      'already_paid',
    );
  });

  it('may bring money until it is over, also when another took its place', () => {
    const attempts = (...events: readonly NdaEvent[]) =>
      unfinishedRequests(stateAfter(...events), 1, 'sandbox').map(({ attempt }) => attempt);
    expect(attempts(...superseded)).toEqual([1, 2]);
    expect(attempts(...superseded, failed({ attempt: 1, final: true }))).toEqual([2]);
    expect(attempts(...superseded, failed({ attempt: 2 }))).toEqual([1, 2]);
    expect(unfinishedRequests(stateAfter(...superseded), 1, 'stripe')).toEqual([]);
    expect(unfinishedRequests(stateAfter(...superseded), 2, 'sandbox')).toEqual([]);
  });
});

describe('an intent', () => {
  it("is the NDA's, superseded or paid too", () => {
    expect(() => requireOwnIntent(stateAfter(...superseded), 'pi_1')).not.toThrow();
    const others = [paid(199, { paymentIntentId: 'pi_9' }), refundDue(199, { paymentIntentId: 'pi_8' })];
    for (const id of ['pi_8', 'pi_9'])
      expect(() => requireOwnIntent(stateAfter(...signed, requested(199), ...others), id)).not.toThrow();
  });
  it('of another NDA is unknown', () =>
    expect(() => requireOwnIntent(stateAfter(...superseded), 'pi_2')).toThrow('payment_unknown'));
});
