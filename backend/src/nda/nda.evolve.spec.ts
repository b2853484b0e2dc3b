import type { NdaEvent } from './nda.events.js';
import { initialNda } from './nda.state.js';
import { erasedCopy } from '../eventsourcing/journal/testing/recorded.js';
import { day, history, NDA_ID, ndaAfter, on, START } from './testing/given.js';
import {
  inPersonComplete,
  inPersonPaid,
  inPersonSealed,
  oneOfEach,
  remoteInvited,
  remotePaid,
  remoteSent,
  remoteSigned,
} from './testing/sample-histories.js';
import {
  accessEnded,
  accessGranted,
  accessGrantedBy,
  addressCorrected,
  cancelled,
  continueLinkRequested,
  created,
  CREATOR,
  disputed,
  documentSent,
  erased,
  expired,
  failed,
  hashOf,
  intentOpened,
  invitationSent,
  invited,
  keyDestroyed,
  madeRemote,
  NEXT_LINK_ID,
  NEXT_TOKEN,
  noticeSent,
  opened,
  paid,
  party1Signed,
  party2Signed,
  personal,
  refundDue,
  reminded,
  refunded,
  requested,
  sent,
  SIGNATURE_1,
  TOKEN,
  VOUCHER,
  voucherApplied,
} from './testing/samples.js';

const after = (...steps: (NdaEvent | { at: string; event: NdaEvent })[]) => ndaAfter(history(steps));

describe('evolve', () => {
  it('begins with the data of the creation', () =>
    expect(after(created)).toMatchObject({
      id: NDA_ID,
      status: 'draft',
      createdAt: START,
      personal,
      party2Emails: ['charles@example.org'],
      addresses: 1,
      creatorKeyHashes: [CREATOR],
      revision: 0,
    }));
  it('keeps signatures by their hash', () =>
    expect(after(created, on(1, party1Signed())).party1).toEqual({
      at: day(1),
      eventId: expect.any(String),
      signatureHash: SIGNATURE_1,
    }));
  it('is completed and then sent', () => {
    expect(after(...inPersonComplete)).toMatchObject({
      status: 'completed',
      completedAt: START,
      dueAtRevision: null,
    });
    expect(after(...inPersonSealed, documentSent(1), documentSent(2), on(1, sent))).toMatchObject({
      status: 'sent',
      delivery: {
        sentAt: day(1),
        recipients: { 1: { messageId: 'document-1' }, 2: { messageId: 'document-2' } },
      },
    });
  });
  it('makes the document due at the first revision at which the NDA is complete and paid', () => {
    expect(after(...inPersonPaid).dueAtRevision).toBe(4);
    expect(after(...remoteSigned).dueAtRevision).toBe(5);
    expect(after(...inPersonPaid, accessGranted, disputed).dueAtRevision).toBe(4);
  });
  it('returns to signing in person with a cancellation, and keeps who pays', () =>
    expect(after(...remoteInvited, cancelled())).toMatchObject({
      mode: 'in-person',
      party1PaysForBoth: true,
      invitation: { status: 'cancelled' },
      closedLinks: [{ tokenHash: TOKEN, invitation: 1, address: 1, closed: 'cancelled' }],
    }));
  it('follows an invitation through its stages', () => {
    const status = (...more: NdaEvent[]) => after(...remoteInvited, ...more).invitation?.status;
    expect([status(), status(invitationSent), status(invitationSent, opened()), status(expired)]).toEqual([
      'pending',
      'sent',
      'opened',
      'expired',
    ]);
    expect(after(...remoteSigned).invitation?.status).toBe('signed');
    expect(status(opened(), invitationSent)).toBe('opened');
  });
  it('owes the mail again to a corrected address', () =>
    expect(
      after(
        ...remoteInvited,
        invitationSent,
        addressCorrected({ tokenHash: NEXT_TOKEN, linkId: NEXT_LINK_ID }),
      ),
    ).toMatchObject({
      addresses: 2,
      party2Emails: ['charles@example.org', 'cb@example.org'],
      personal: { party2Email: 'cb@example.org' },
      invitation: {
        tokenHash: NEXT_TOKEN,
        linkId: NEXT_LINK_ID,
        address: 2,
        status: 'pending',
        sentAt: null,
        expiresAt: day(7),
      },
      closedLinks: [{ tokenHash: TOKEN, invitation: 1, address: 1, closed: 'replaced' }],
    }));
  it('begins each invitation afresh', () =>
    expect(
      after(
        ...remoteInvited,
        invitationSent,
        opened(),
        cancelled(),
        madeRemote(true),
        invited({ invitation: 2 }),
      ).invitation,
    ).toMatchObject({
      number: 2,
      status: 'pending',
      acceptedAt: null,
      sentAt: null,
      openings: [],
      automaticReminders: [],
    }));
  it('remembers accepted invitations and their addresses, even cancelled ones', () => {
    const late = {
      type: 'InvitationSent',
      open: { invitation: 1, messageId: 'late', fate: 'unknown', address: 1 },
    } as const;
    const events = [...remoteSent, on(1, cancelled()), on(1, addressCorrected()), on(2, late)];
    expect(after(...events)).toMatchObject({
      acceptedInvitations: [
        { invitation: 1, address: 1, at: START, fate: 'accepted' },
        { invitation: 1, address: 1, at: day(2), fate: 'unknown' },
      ],
      lastMail: undefined,
    });
  });
  it('moves the end of the invitation with the acceptance that begins its days', () => {
    const late = { ...invitationSent, open: { ...invitationSent.open, expiresAt: day(9) } };
    expect(after(...remoteInvited, on(2, late)).invitation).toMatchObject({
      expiresAt: day(9),
      acceptedAt: day(2),
      sentAt: day(2),
    });
  });
  it('remembers the last mail to the address, and its time', () => {
    const lastMail = (...steps: Parameters<typeof after>) => after(...steps).lastMail;
    expect(lastMail(...remoteInvited)).toBeUndefined();
    expect(lastMail(...remoteSent)).toEqual({ kind: 'invitation', at: START });
    expect(lastMail(...remoteSent, on(1, reminded()))).toEqual({ kind: 'reminder', at: day(1) });
    const tooLate = { type: 'NoticeSent', open: { ...noticeSent.open, address: 1 } } as const;
    expect(lastMail(...remoteSent, reminded(), addressCorrected(), tooLate)).toBeUndefined();
    const correction = {
      type: 'NoticeSent',
      open: { notice: 'correction', party: 2, about: 'e', messageId: 'm' },
    } as const;
    const corrected = addressCorrected({ tokenHash: NEXT_TOKEN });
    expect(lastMail(...remoteSent, corrected, on(1, correction))).toBeUndefined();
  });
  it('keeps each reported fact only once', () => {
    const state = after(
      ...remotePaid,
      noticeSent,
      noticeSent,
      refundDue(199),
      refunded(199),
      refunded(199),
      disputed,
      disputed,
    );
    expect(state).toMatchObject({
      notices: ['reminder:event-9'],
      moneyBack: { due: [{ amount: 199 }], refunded: [{ amount: 199 }] },
      settledIntents: ['pi_1'],
      disputed: [{ party: 2, at: START }],
    });
  });
});

describe('evolve of payments', () => {
  const asked = [created, party1Signed(), requested(199), intentOpened()];
  const of = (...events: NdaEvent[]) => after(...events).payments[1];
  it('keeps the open intent', () =>
    expect(of(...asked)).toMatchObject({
      status: 'pending',
      attempt: 1,
      open: { attempt: 1, amount: 199, provider: 'sandbox', paymentIntentId: 'pi_1' },
    }));
  it('keeps the intent open after a refused card, ends it after a final failure', () => {
    expect(of(...asked, failed())).toMatchObject({ status: 'pending', open: { attempt: 1 } });
    expect(of(...asked, failed({ final: true }))).toMatchObject({
      status: 'failed',
      open: undefined,
      requests: [{ standing: 'over' }],
    });
  });
  it('is succeeded when all is covered', () =>
    expect(of(...asked, paid(199))).toMatchObject({
      status: 'succeeded',
      open: undefined,
      covered: 199,
      amount: 199,
      paidAt: START,
      paymentIntentId: 'pi_1',
    }));
  it('keeps the time at which everything was paid, until more is owed', () => {
    expect(after(...asked, paid(199)).paidAt).toBe(START);
    expect(after(...asked, paid(199), madeRemote(true)).paidAt).toBeNull();
  });
  it('is pending while a part is covered', () =>
    expect(of(...asked, madeRemote(true), requested(398, { attempt: 2 }), paid(199))).toMatchObject({
      status: 'pending',
      open: { attempt: 2 },
      covered: 199,
      requests: [{ standing: 'over' }, { standing: 'open' }],
    }));
  it('supersedes the earlier attempt', () =>
    expect(
      of(...asked, madeRemote(true), requested(398, { attempt: 2 })).requests.map(
        (request) => request.standing,
      ),
    ).toEqual(['superseded', 'open']));
  it('counts a voucher as amount 0', () =>
    expect(of(created, party1Signed(), voucherApplied(199))).toMatchObject({
      status: 'succeeded',
      covered: 199,
      amount: 0,
      paidAt: START,
      voucherId: VOUCHER,
    }));
  it('stays succeeded when the intent left open is cancelled', () =>
    expect(of(...asked, voucherApplied(199), failed({ final: true }))).toMatchObject({
      status: 'succeeded',
      open: undefined,
    }));
  it('shows the intent that paid the amount, not an intent whose money does not count', () => {
    const part = [...asked, madeRemote(true), paid(199)];
    const rest = { attempt: 2, paymentIntentId: 'pi_2' } as const;
    const more = [...part, requested(199, { attempt: 2 }), intentOpened(rest)];
    expect(of(...more)).toMatchObject({ paymentIntentId: 'pi_2', amount: 199 });
    const byVoucher = of(...more, voucherApplied(199), refundDue(199, rest));
    expect(byVoucher).toMatchObject({ status: 'succeeded', paymentIntentId: 'pi_1', amount: 199 });
    expect(of(...asked, refundDue(199))).toMatchObject({ paymentIntentId: 'pi_1', amount: null });
  });
  it('is none and counts nothing if the money is due back (rule:charged-is-never-failed)', () => {
    expect(of(...asked, refundDue(199, { reason: 'expired' }))).toMatchObject({
      status: 'none',
      open: undefined,
      covered: 0,
    });
  });
});

describe('evolve when the payload is gone', () => {
  it.each(Object.values(oneOfEach).map((event) => [event.type, event] as const))('folds %s', (_, event) => {
    const events = history([...remoteInvited, event]);
    const {
      personal: a,
      party2Emails: b,
      party1: c,
      party2: d,
      agreementHash: i,
      ...open
    } = ndaAfter(events);
    const {
      personal: e,
      party2Emails: f,
      party1: g,
      party2: h,
      agreementHash: j,
      ...openAfterErasure
    } = ndaAfter(events.map((one) => erasedCopy<NdaEvent>(one)));
    expect(openAfterErasure).toEqual(open);
    expect([e, f, g?.signatureHash, h?.signatureHash, j]).toEqual([
      undefined,
      [],
      undefined,
      undefined,
      undefined,
    ]);
    expect([g?.at, h?.at, h?.channel]).toEqual([c?.at, d?.at, d?.channel]);
    expect([a === undefined, b.length === 0, i === undefined]).toEqual(
      Array.from({ length: 3 }, () => event.type === 'NdaErased'),
    );
  });
  it('drops personal data with the decision, before the key is gone', () =>
    expect(after(...remoteSigned, on(1, erased))).toMatchObject({
      erasedAt: day(1),
      keyDestroyedAt: null,
      personal: undefined,
      party2Emails: [],
      party1: { signatureHash: undefined },
      party2: { signatureHash: undefined },
    }));
  it('ends with the receipt', () => expect(after(created, erased, keyDestroyed).keyDestroyedAt).toBe(day(9)));
  it('begins empty', () => {
    expect(after()).toBe(initialNda);
    expect(after(created, accessGranted).creatorKeyHashes).toEqual([CREATOR, hashOf('9')]);
  });

  it('leaves a link to continue as used when all open ones become void', () => {
    const { continueLinks } = after(
      created,
      continueLinkRequested(),
      continueLinkRequested({ number: 2 }),
      accessGrantedBy(1),
      accessEnded,
    );
    expect(continueLinks).toMatchObject([
      { number: 1, standing: 'used' },
      { number: 2, standing: 'void' },
    ]);
  });

  it('closes each link once, and keeps the reason', () => {
    const second = invited({ invitation: 2, tokenHash: NEXT_TOKEN });
    const first = { tokenHash: TOKEN, invitation: 1, address: 1, closed: 'cancelled' };
    expect(after(...remoteInvited, cancelled(), second, cancelled(2)).closedLinks).toEqual([
      first,
      { tokenHash: NEXT_TOKEN, invitation: 2, address: 1, closed: 'cancelled' },
    ]);
    const again = addressCorrected({ tokenHash: NEXT_TOKEN });
    expect(after(...remoteInvited, cancelled(), again).closedLinks).toEqual([first]);
  });

  it('keeps the link of a request for Party 2 only', () => {
    const both = after(...remoteInvited, requested(199), requested(199, { party: 2 })).payments;
    expect([both[1].requests[0]?.tokenHash, both[2].requests[0]?.tokenHash]).toEqual([null, TOKEN]);
  });

  it('keeps an invitation as cancelled although Party 2 signs on the screen of Party 1', () =>
    expect(after(...remoteInvited, cancelled(), party2Signed()).invitation).toMatchObject({
      status: 'cancelled',
    }));

  it('does not treat an attempt as ended without a payment while its first intent may bring money', () => {
    const [other, third] = ['pi_2', 'pi_3'].map((paymentIntentId) => intentOpened({ paymentIntentId }));
    if (other === undefined || third === undefined) throw new Error('no intent');
    const asked = [created, party1Signed(), requested(199), intentOpened(), other, other, third];
    const others = (isOver: boolean) => [
      { paymentIntentId: 'pi_2', isOver },
      { paymentIntentId: 'pi_3', isOver: false },
    ];
    const over = (paymentIntentId: string) =>
      failed({ paymentIntentId, code: 'intent_unknown', final: true });
    expect(after(...asked, over('pi_2')).payments[1].requests).toMatchObject([
      { standing: 'open', cameToNothing: false, others: others(true) },
    ]);
    expect(after(...asked, over('pi_1')).payments[1].requests).toMatchObject([
      { standing: 'over', cameToNothing: true, others: others(false) },
    ]);
    // If another intent of the attempt is paid after the attempt is over, the attempt stays over.
    const late = paid(199, { paymentIntentId: 'pi_2' });
    expect(after(...asked, over('pi_1'), late).payments[1].requests).toMatchObject([
      { standing: 'over', others: others(true) },
    ]);
  });
});
