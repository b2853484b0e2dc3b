import { day, given, on } from '../testing/given.js';
import {
  inPersonPaid,
  remoteInvited,
  remoteSent,
  remotePaid,
  remoteSigned,
  splitSent,
} from '../testing/sample-histories.js';
import {
  accessGranted,
  addressCorrected,
  cancelled,
  completed,
  created,
  erased,
  expired,
  hashOf,
  intentOpened,
  invitationSent,
  invited,
  LINK_ID,
  madeRemote,
  NEXT_LINK_ID,
  NEXT_TOKEN,
  opened,
  paid,
  party1Signed,
  party1SignedRemote,
  refundDue,
  requested,
  TOKEN,
  voucherApplied,
} from '../testing/samples.js';

describe('InviteParty2', () => {
  const invite = { type: 'InviteParty2', tokenHash: TOKEN, linkId: LINK_ID, trigger: 'creator' } as const;
  const reinvite = { ...invite, tokenHash: NEXT_TOKEN, linkId: NEXT_LINK_ID } as const;
  const link = { linkId: LINK_ID };
  const twice = [
    ...remoteInvited,
    cancelled(),
    madeRemote(true),
    invited({ invitation: 2, tokenHash: NEXT_TOKEN }),
    cancelled(2),
  ];

  it('invites for seven days', () =>
    given(...remotePaid)
      .when(invite)
      .then(invited(link)));
  it('makes an in-person NDA remote', () =>
    given(created, party1Signed(), voucherApplied(199)).when(invite).then(madeRemote(false), invited(link)));
  it('invites again after a cancel, for seven new days', () =>
    given(...remoteSent, cancelled())
      .when(reinvite, day(9))
      .then(
        madeRemote(true),
        invited({ invitation: 2, tokenHash: NEXT_TOKEN, linkId: NEXT_LINK_ID, expiresAt: day(16) }),
      ));
  it('refuses before Party 1 has signed', () =>
    given(created).when(invite).thenRefused('party1_must_sign_first'));
  it('refuses before Party 1 has paid its part', () => {
    given(created, party1SignedRemote).when(invite).thenRefused('payment_required');
    given(created, party1SignedRemote)
      .when({ ...invite, trigger: 'payment' })
      .thenRefused('payment_required');
  });
  it('refuses while a cent is owed', () =>
    given(created, party1SignedRemote, voucherApplied(397)).when(invite).thenRefused('payment_required'));
  it('refuses when Party 2 has signed', () => {
    given(...remoteSigned)
      .when(reinvite)
      .thenRefused('already_signed');
    given(...inPersonPaid)
      .when(invite)
      .thenRefused('already_signed');
  });
  it('refuses while one is open', () =>
    given(...remoteInvited, opened())
      .when(reinvite)
      .thenRefused('already_invited'));
  it('never renews an expired one', () => {
    given(...remoteSent)
      .when(reinvite, day(7))
      .thenRefused('invitation_expired');
    given(...remoteInvited, expired)
      .when(reinvite)
      .thenRefused('invitation_expired');
  });
  it('refuses a fourth', () => {
    given(...twice)
      .when(invite)
      .then(madeRemote(true), invited({ invitation: 3, ...link }));
    given(...twice, madeRemote(true), invited({ invitation: 3 }), cancelled(3))
      .when(invite)
      .thenRefused('invitation_limit');
  });
  it('follows a payment in remote mode, and records nothing if that trigger is outdated', () => {
    const afterPayment = { ...invite, trigger: 'payment' } as const;
    given(...remotePaid)
      .when(afterPayment)
      .then(invited({ trigger: 'payment', ...link }));
    given(created, party1Signed(), voucherApplied(199)).when(afterPayment).thenNothing();
    given(...remoteInvited)
      .when(afterPayment)
      .thenNothing();
    given(...remoteInvited, cancelled())
      .when(afterPayment)
      .thenNothing();
    given(...remoteSigned)
      .when(afterPayment)
      .thenNothing();
  });
});

describe('RecordInvitationSent', () => {
  const record = {
    type: 'RecordInvitationSent',
    invitation: 1,
    messageId: 'invitation-1',
    fate: 'accepted',
  } as const;
  const corrected = [...remoteInvited, invitationSent, addressCorrected({ tokenHash: NEXT_TOKEN })];
  it('records a mail that the provider accepted, also after an erasure', () => {
    given(...remoteInvited)
      .when(record)
      .then(invitationSent);
    given(...remoteInvited, erased)
      .when(record)
      .then(invitationSent);
  });
  it('records a mail whose fate stays unknown, and begins its seven days too', () => {
    const unknown = { ...invitationSent.open, fate: 'unknown' } as const;
    given(...remoteInvited)
      .when({ ...record, fate: 'unknown' })
      .then({ type: 'InvitationSent', open: unknown });
    given(...remoteInvited)
      .when({ ...record, fate: 'unknown' }, day(0.5))
      .then({ type: 'InvitationSent', open: { ...unknown, expiresAt: day(7.5) } });
  });
  it('records nothing on repetition', () =>
    given(...remoteInvited, invitationSent)
      .when(record)
      .thenNothing());
  it('records the mail to a corrected address too', () =>
    given(...corrected)
      .when({ ...record, messageId: 'invitation-1b' })
      .then({
        type: 'InvitationSent',
        open: { invitation: 1, messageId: 'invitation-1b', fate: 'accepted' },
      }));
  it('records the address of a mail whose link was replaced or cancelled meanwhile', () => {
    const late = { ...record, messageId: 'late', tokenHash: TOKEN };
    const told = {
      type: 'InvitationSent',
      open: { invitation: 1, messageId: 'late', fate: 'accepted', address: 1 },
    } as const;
    given(...corrected)
      .when(late, day(2))
      .then(told);
    given(...remoteInvited, cancelled(), addressCorrected())
      .when(late)
      .then(told);
    given(...corrected)
      .when({ ...late, tokenHash: hashOf('8') })
      .thenNothing();
    // After an erasure the state contains no link, so the command names the address.
    given(...corrected, erased)
      .when({ ...late, address: 1 }, day(2))
      .then(told);
    given(...corrected, erased)
      .when({ ...late, tokenHash: NEXT_TOKEN, address: 2 })
      .then({ type: 'InvitationSent', open: { invitation: 1, messageId: 'late', fate: 'accepted' } });
    given(...remoteInvited)
      .when({ ...record, tokenHash: TOKEN })
      .then(invitationSent);
  });
  it('begins the seven days if the first acceptance comes more than an hour later', () => {
    const begun = (expiresAt: string) => ({ ...invitationSent, open: { ...invitationSent.open, expiresAt } });
    given(...remoteInvited)
      .when(record, day(1 / 24))
      .then(invitationSent);
    given(...remoteInvited)
      .when(record, day(0.5))
      .then(begun(day(7.5)));
    given(...remoteInvited, addressCorrected({ tokenHash: NEXT_TOKEN }))
      .when(record, day(13))
      .then(begun(day(20)));
  });
  it('begins the seven days once: neither a later acceptance nor a corrected address moves the end', () => {
    given(...corrected)
      .when({ ...record, messageId: 'invitation-1b' }, day(2))
      .then({
        type: 'InvitationSent',
        open: { invitation: 1, messageId: 'invitation-1b', fate: 'accepted' },
      });
  });
  describe('of an invitation that is not the newest', () => {
    const second = [...remoteInvited, cancelled(), invited({ invitation: 2, tokenHash: NEXT_TOKEN })];
    it('does not begin the seven days of the newest one', () =>
      given(...second)
        .when(record, day(0.5))
        .then(invitationSent));
    it('accepts only its own links', () =>
      given(...second)
        .when({ ...record, tokenHash: NEXT_TOKEN })
        .thenNothing());
    it('counts for the present address if no link is named', () =>
      given(...second, cancelled(2), addressCorrected())
        .when(record)
        .then(invitationSent));
  });
  it.each([
    ['has ended', [...remoteInvited]],
    ['was cancelled', [...remoteInvited, cancelled()]],
    ['is erased', [...remoteInvited, erased]],
  ])('does not begin the seven days of an invitation that %s', (_, events) =>
    given(...events)
      .when(record, day(14))
      .then(invitationSent),
  );
  it('refuses an unknown invitation', () => {
    given(...remoteInvited)
      .when({ ...record, invitation: 0 })
      .thenRefused('not_invited');
    given(...remotePaid)
      .when(record)
      .thenRefused('not_invited');
    given(...remoteInvited)
      .when({ ...record, invitation: 2 })
      .thenRefused('not_invited');
  });
});

describe('OpenInvitation', () => {
  const open = { type: 'OpenInvitation', tokenHash: TOKEN, day: '2026-11-03', visitor: hashOf('7') } as const;
  it('records the use of the link', () =>
    given(...remoteInvited)
      .when(open)
      .then(opened()));
  it('records nothing for the same visitor on the same day', () =>
    given(...remoteInvited, opened())
      .when(open)
      .thenNothing());
  it('records a use on another day, and one by another visitor', () => {
    given(...remoteInvited, opened())
      .when({ ...open, day: '2026-11-04' })
      .then(opened({ day: '2026-11-04' }));
    given(...remoteInvited, opened())
      .when({ ...open, visitor: hashOf('8') })
      .then(opened({ visitor: hashOf('8') }));
  });
  it('records the use of a new link by a visitor who used the earlier one', () =>
    given(...remoteInvited, opened(), addressCorrected({ tokenHash: NEXT_TOKEN }))
      .when({ ...open, tokenHash: NEXT_TOKEN })
      .then(opened()));
  it('records nothing after the signature', () =>
    given(...remoteSigned)
      .when(open)
      .thenNothing());
  it('refuses a link that does not open', () => {
    given(...remoteInvited)
      .when({ ...open, tokenHash: NEXT_TOKEN })
      .thenRefused('invalid_link');
    given(...remoteInvited, addressCorrected({ tokenHash: NEXT_TOKEN }))
      .when(open)
      .thenRefused('link_replaced');
    given(...remoteInvited, cancelled())
      .when(open)
      .thenRefused('link_cancelled');
    given(...remoteSent)
      .when(open, day(7))
      .thenRefused('link_expired');
  });
});

describe('CancelInvitation', () => {
  const cancel = { type: 'CancelInvitation' } as const;
  it('withdraws the open invitation', () =>
    given(...remoteInvited, opened())
      .when(cancel)
      .then(cancelled()));
  it('refuses without an open invitation', () => {
    given(...remotePaid)
      .when(cancel)
      .thenRefused('not_invited');
    given(...remoteInvited, cancelled(), accessGranted)
      .when(cancel)
      .thenRefused('not_invited');
  });
  it('refuses after the signature', () =>
    given(...remoteSigned)
      .when(cancel)
      .thenRefused('already_signed'));
  it('refuses an expired one', () => {
    given(...remoteSent)
      .when(cancel, day(7))
      .thenRefused('invitation_expired');
    given(...remoteInvited, expired)
      .when(cancel)
      .thenRefused('invitation_expired');
  });
});

describe('ExpireInvitation', () => {
  const expire = { type: 'ExpireInvitation' } as const;
  it('records the expiry when the time has come', () =>
    given(...remoteSent)
      .when(expire, day(7))
      .then(expired));
  it('uses the time of the last event if the clock is behind it', () =>
    given(...remoteSent, on(7, opened()))
      .when(expire, day(6))
      .then(expired));
  it('waits two weeks for a mail server to accept it', () => {
    given(...remoteInvited)
      .when(expire, '2026-11-16T09:59:59.999Z')
      .thenNothing();
    given(...remoteInvited)
      .when(expire, day(14))
      .then(expired);
  });
  it('records nothing before its time', () =>
    given(...remoteSent)
      .when(expire, '2026-11-09T09:59:59.999Z')
      .thenNothing());
  it('records nothing when the invitation is over', () => {
    given(...remoteSent, expired)
      .when(expire, day(8))
      .thenNothing();
    given(...remoteSent, cancelled())
      .when(expire, day(8))
      .thenNothing();
    given(...remoteSigned, completed)
      .when(expire, day(8))
      .thenNothing();
  });
  it('in the same append makes the share that Party 2 paid by card due back', () => {
    const share = { party: 2, attempt: 1, paymentIntentId: 'pi_2' } as const;
    given(...splitSent, requested(199, share), intentOpened(share), paid(199, share))
      .when(expire, day(7))
      .then(expired, refundDue(199, { party: 2, paymentIntentId: 'pi_2', reason: 'expired' }));
  });
  it('gives back neither a voucher nor a payment of Party 1', () => {
    given(...splitSent, voucherApplied(199, { party: 2 }))
      .when(expire, day(7))
      .then(expired);
    given(created, party1SignedRemote, requested(398), intentOpened(), paid(398), invited())
      .when(expire, day(14))
      .then(expired);
  });
  it('refuses without an invitation', () =>
    given(...remotePaid)
      .when(expire, day(8))
      .thenRefused('not_invited'));
});
