import type { NdaEvent } from '../nda.events.js';
import { day, history, stateAfter } from '../testing/given.js';
import { inPersonPaid, remoteInvited, splitInvited } from '../testing/sample-histories.js';
import {
  addressCorrected,
  cancelled,
  created,
  discarded,
  erased,
  expired,
  failed,
  intentOpened,
  invited,
  madeRemote,
  mismatched,
  NEXT_TOKEN,
  paid,
  party1Signed,
  party2SignedRemotely,
  refundDue,
  requested,
  TOKEN,
  VOUCHER,
  voucherApplied,
} from '../testing/samples.js';
import {
  intentsOf,
  isIntentOf,
  isPayableBy,
  openIntents,
  openRequest,
  requireAmountDue,
  requireOwnIntent,
  requirePayable,
  voucherCounted,
} from './payment.js';

const NOW = { at: day(1) };
const BY_LINK = { party: 2, tokenHash: TOKEN } as const;
const signed = [created, party1Signed()];
const corrected = [...splitInvited, addressCorrected({ tokenHash: NEXT_TOKEN })];
/** A second request, for both shares, replaced the first. */
const superseded: readonly NdaEvent[] = [
  ...signed,
  requested(199),
  intentOpened(),
  madeRemote(true),
  requested(398, { attempt: 2 }),
];

describe('a payment', () => {
  it('may begin for the amount that the party owes', () => {
    expect(requireAmountDue(stateAfter(...signed), { party: 1 }, NOW.at)).toBe(199);
    expect(requireAmountDue(stateAfter(...splitInvited), BY_LINK, NOW.at)).toBe(199);
  });

  it.each([
    ['nobody has signed', [created], { party: 1 }, 'party1_must_sign_first'],
    ['Party 1 has paid', inPersonPaid, { party: 1 }, 'already_paid'],
    ['Party 2 owes nothing', remoteInvited, BY_LINK, 'nothing_due'],
    ['Party 2 owes nothing on this screen', inPersonPaid, { party: 2 }, 'nothing_due'],
    ['Party 2 has a link of its own', splitInvited, { party: 2 }, 'remote_only'],
    ['Party 2 is not invited', splitInvited.slice(0, -1), BY_LINK, 'invalid_link'],
    ['the link was cancelled', [...splitInvited, cancelled()], BY_LINK, 'link_cancelled'],
    ['the link was replaced', corrected, BY_LINK, 'link_replaced'],
    ['the link has expired', [...splitInvited, expired], BY_LINK, 'link_expired'],
  ] as const)('may not when %s', (_, events, payer, code) =>
    expect(() => requireAmountDue(stateAfter(...events), payer, NOW.at)).toThrow(code),
  );
});

describe('a voucher', () => {
  it('is accepted only if a payment may begin', () => {
    expect(() => requirePayable(stateAfter(...signed), { party: 1 }, NOW)).not.toThrow();
    expect(() => requirePayable(stateAfter(...inPersonPaid), { party: 1 }, NOW)).toThrow('already_paid');
  });
  it.each([
    ['unknown', [], 'not_found'],
    ['erased', [...signed, erased], 'nda_erased'],
    ['discarded', [created, discarded], 'nda_discarded'],
  ] as const)('is not accepted for an NDA that is %s', (_, events, code) =>
    expect(() => requirePayable(stateAfter(...events), { party: 1 }, NOW)).toThrow(code),
  );
});

describe('a request for payment', () => {
  it('is to be paid while it is open', () => {
    expect(openRequest(stateAfter(...superseded), 1)).toMatchObject({ attempt: 2, amount: 398 });
    for (const over of [paid(199), failed({ paymentIntentId: null, final: true })])
      expect(openRequest(stateAfter(...signed, requested(199), over), 1)).toBeUndefined();
  });

  it('may bring money until it is over, also if another replaced it', () => {
    const attempts = (...events: readonly NdaEvent[]) =>
      openIntents(stateAfter(...events), 1).map(({ attempt }) => attempt);
    expect(attempts(...superseded)).toEqual([1, 2]);
    expect(attempts(...superseded, failed({ attempt: 1, final: true }))).toEqual([2]);
    expect(attempts(...superseded, failed({ attempt: 2 }))).toEqual([1, 2]);
    expect(openIntents(stateAfter(...superseded), 2)).toEqual([]);
  });
});

describe('an intent that is wanted', () => {
  const wanted = (party: 1 | 2, ...events: readonly NdaEvent[]) =>
    openIntents(stateAfter(...events), party).map(({ paymentIntentId, isWanted }) => [
      paymentIntentId,
      isWanted,
    ]);
  const asked = [...signed, requested(199), intentOpened()];
  const share = { party: 2, attempt: 1, paymentIntentId: 'pi_2' } as const;
  const askedShare = [...splitInvited, requested(199, { party: 2 }), intentOpened(share)];

  it('is the newest one for the owed amount', () => {
    expect(wanted(1, ...asked)).toEqual([['pi_1', true]]);
    expect(wanted(1, ...superseded)).toEqual([
      ['pi_1', false],
      [null, true],
    ]);
    expect(wanted(1, ...asked, madeRemote(true))).toEqual([['pi_1', false]]);
    expect(wanted(1, ...asked, madeRemote(true), madeRemote(false))).toEqual([['pi_1', true]]);
    // The party owes the amount of the first request again, but the second request has replaced the first
    // request.
    expect(wanted(1, ...superseded, madeRemote(false))).toEqual([
      ['pi_1', false],
      [null, false],
    ]);
  });

  it.each<[string, readonly NdaEvent[]]>([
    ['a voucher', [voucherApplied(199)]],
    ['a discard', [discarded]],
    ['an erasure', [erased]],
    ['another payment', [paid(199, { paymentIntentId: 'pi_9' })]],
    ['another payment after which more is owed', [paid(199, { paymentIntentId: 'pi_9' }), madeRemote(true)]],
    ['the invitation expired', [invited(), expired]],
  ])('is no longer wanted after %s', (_, after) =>
    expect(wanted(1, ...asked, ...after)).toEqual([['pi_1', false]]),
  );

  it("came through the present link if it is Party 2's", () => {
    expect(wanted(2, ...askedShare)).toEqual([['pi_2', true]]);
    const corrected = addressCorrected({ tokenHash: NEXT_TOKEN });
    for (const after of [cancelled(), expired, corrected, party2SignedRemotely])
      expect(wanted(2, ...askedShare, after)).toEqual([['pi_2', false]]);
  });

  it('is the first of its attempt; a second one is also open until it ends, but not wanted', () => {
    const second = [...asked, intentOpened({ paymentIntentId: 'pi_9' })];
    expect(wanted(1, ...second)).toEqual([
      ['pi_1', true],
      ['pi_9', false],
    ]);
    expect(wanted(1, ...second, failed({ paymentIntentId: 'pi_9', final: true }))).toEqual([['pi_1', true]]);
    expect(wanted(1, ...second, paid(199, { paymentIntentId: 'pi_9' }))).toEqual([['pi_1', false]]);
    expect(wanted(1, ...second, failed({ final: true }))).toEqual([['pi_9', false]]);
  });

  it('does not exist once its attempt ended without naming an intent', () =>
    expect(wanted(1, ...asked, failed({ paymentIntentId: null, final: true }))).toEqual([]));

  it('can still be paid if the money of a second intent of its attempt does not count, but not if its own does not count', () => {
    const other = { paymentIntentId: 'pi_9' };
    const second = [...asked, intentOpened(other)];
    const lost = (change: object) => [
      mismatched(change),
      refundDue(200, { reason: 'mismatched', ...change }),
    ];
    expect(wanted(1, ...second, ...lost(other))).toEqual([['pi_1', true]]);
    expect(openRequest(stateAfter(...second, ...lost(other)), 1)).toMatchObject({ attempt: 1 });
    expect(wanted(1, ...second, ...lost({}))).toEqual([['pi_9', false]]);
    expect(openRequest(stateAfter(...second, ...lost({})), 1)).toBeUndefined();
  });

  it('is never one that is found after the end of its attempt', () => {
    const ended = [...signed, requested(199), failed({ paymentIntentId: null, final: true })];
    expect(wanted(1, ...ended)).toEqual([]);
    expect(wanted(1, ...ended, intentOpened())).toEqual([['pi_1', false]]);
  });
});

describe('an intent', () => {
  it('belongs to the NDA, even if it is superseded or paid', () => {
    expect(() => requireOwnIntent(stateAfter(...superseded), 'pi_1')).not.toThrow();
    const others = [paid(199, { paymentIntentId: 'pi_9' }), refundDue(199, { paymentIntentId: 'pi_8' })];
    for (const id of ['pi_8', 'pi_9'])
      expect(() => requireOwnIntent(stateAfter(...signed, requested(199), ...others), id)).not.toThrow();
  });
  it('may belong to Party 2', () =>
    expect(() =>
      requireOwnIntent(
        stateAfter(...splitInvited, requested(199, { party: 2 }), intentOpened({ party: 2 })),
        'pi_1',
      ),
    ).not.toThrow());
  it('of another NDA is unknown', () =>
    expect(() => requireOwnIntent(stateAfter(...superseded), 'pi_2')).toThrow('payment_unknown'));
});

describe('a party that may pay now', () => {
  it('is recognized without an exception, whatever the reason of a refusal', () => {
    expect(isPayableBy(stateAfter(...signed), { party: 1 }, NOW)).toBe(true);
    for (const events of [[], [created], inPersonPaid, [...signed, erased], [...signed, discarded]])
      expect(isPayableBy(stateAfter(...events), { party: 1 }, NOW)).toBe(false);
  });

  it('is refused as paid if a single cent of it counted', () => {
    const cent = { ...stateAfter(...signed), mode: 'in-person' } as const;
    const paidCent = { ...cent, payments: { ...cent.payments, 2: { ...cent.payments[2], covered: 1 } } };
    expect(() => requireAmountDue(paidCent, { party: 2 }, day(1))).toThrow('already_paid');
    expect(() => requireAmountDue(cent, { party: 2 }, day(1))).toThrow('nothing_due');
  });
});

describe('a voucher that counted', () => {
  const other = 'f'.repeat(64);
  const events = history([...signed, voucherApplied(100), voucherApplied(99, { voucherId: other }), erased]);

  it('is any voucher that ever paid for the party', () => {
    expect(voucherCounted(events, 1, VOUCHER)).toBe(true);
    expect(voucherCounted(events, 1, other)).toBe(true);
  });

  it('is neither a voucher of the other party nor one that was never applied', () => {
    expect(voucherCounted(events, 2, VOUCHER)).toBe(false);
    expect(voucherCounted(events, 1, 'a'.repeat(64))).toBe(false);
    expect(voucherCounted([], 1, VOUCHER)).toBe(false);
  });
});

describe('the intents of a party', () => {
  const asked = stateAfter(
    ...signed,
    requested(199),
    intentOpened(),
    intentOpened({ paymentIntentId: 'pi_9' }),
  );

  it('are those of its own requests', () => {
    expect(['pi_1', 'pi_9', 'pi_2'].map((id) => isIntentOf(asked, 1, id))).toEqual([true, true, false]);
    expect(isIntentOf(asked, 2, 'pi_1')).toBe(false);
    expect(asked.payments[1].requests.map(intentsOf)).toEqual([['pi_1', 'pi_9']]);
    expect(stateAfter(...signed, requested(199)).payments[1].requests.map(intentsOf)).toEqual([[]]);
  });
});
