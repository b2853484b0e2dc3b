import type { SignAsParty1, SignAsParty2 } from '../nda.commands.js';
import { day, given } from '../testing/given.js';
import {
  inPersonComplete,
  remoteInvited,
  remotePaid,
  remoteSent,
  remoteSigned,
  splitInvited,
} from '../testing/sample-histories.js';
import {
  accessGranted,
  addressCorrected,
  cancelled,
  completed,
  created,
  disputed,
  expired,
  hashOf,
  intentOpened,
  invited,
  madeInPerson,
  madeRemote,
  NEXT_TOKEN,
  AGREEMENT_HASH,
  paid,
  party1Signed,
  party1SignedRemote,
  party1SignedSplit,
  party2Signed,
  party2SignedRemotely,
  requested,
  SIGNATURE_1,
  SIGNATURE_2,
  TOKEN,
  voucherApplied,
} from '../testing/samples.js';

const sign1 = (change: Partial<SignAsParty1> = {}): SignAsParty1 => ({
  type: 'SignAsParty1',
  signatureHash: SIGNATURE_1,
  mode: undefined,
  party1PaysForBoth: undefined,
  agreementHash: AGREEMENT_HASH,
  consentWording: 'v1',
  consentLanguage: 'de',
  signatureKind: 'drawn',
  ...change,
});
const sign2 = (change: Partial<SignAsParty2> = {}): SignAsParty2 => ({
  type: 'SignAsParty2',
  signatureHash: SIGNATURE_2,
  channel: { kind: 'in-person' },
  agreementHash: AGREEMENT_HASH,
  consentWording: 'v1',
  consentLanguage: 'de',
  signatureKind: 'drawn',
  ...change,
});
const sign2ByLink = (tokenHash: string = TOKEN, change: Partial<SignAsParty2> = {}) =>
  sign2({ channel: { kind: 'remote', tokenHash }, ...change });

describe('SignAsParty1', () => {
  it('signs in person for one share by default', () => given(created).when(sign1()).then(party1Signed()));
  it('pays for both by default in remote mode', () =>
    given(created)
      .when(sign1({ mode: 'remote' }))
      .then(party1SignedRemote));
  it('keeps the flag that was sent', () =>
    given(created)
      .when(sign1({ mode: 'remote', party1PaysForBoth: false }))
      .then(party1SignedSplit));
  it('records that the client did not confirm the text', () =>
    given(created)
      .when(sign1({ agreementHash: undefined }))
      .then(party1Signed({ agreementHashConfirmed: false })));
  it('refuses a first signature without an image', () =>
    given(created)
      .when(sign1({ signatureHash: undefined }))
      .thenRefused('invalid_signature'));
  it('refuses another text', () =>
    given(created)
      .when(sign1({ agreementHash: hashOf('b') }))
      .thenRefused('agreement_changed'));
  it('refuses when both have signed', () =>
    given(...inPersonComplete)
      .when(sign1({ mode: 'remote' }))
      .thenRefused('nda_final'));
});

describe('SignAsParty1 again', () => {
  it('refuses when nothing changes', () =>
    given(created, party1Signed())
      .when(sign1({ signatureHash: hashOf('7') }))
      .thenRefused('already_signed'));
  it('refuses when the command asks for the present state', () =>
    given(created, party1SignedRemote, requested(398))
      .when(sign1({ mode: 'remote', party1PaysForBoth: true }))
      .thenRefused('already_signed'));
  it('changes to remote and keeps the first signature', () =>
    given(created, party1Signed())
      .when(sign1({ mode: 'remote', party1PaysForBoth: true, signatureHash: hashOf('7') }))
      .then(madeRemote(true)));
  it('keeps the flag that is not sent', () =>
    given(created, party1Signed())
      .when(sign1({ mode: 'remote' }))
      .then(madeRemote(false)));
  it('changes back to in person', () =>
    given(created, party1SignedRemote)
      .when(sign1({ mode: 'in-person', party1PaysForBoth: false }))
      .then(madeInPerson(false)));
  it('changes the flag alone, within its mode', () => {
    given(created, party1SignedRemote)
      .when(sign1({ party1PaysForBoth: false }))
      .then(madeRemote(false));
    given(created, party1Signed())
      .when(sign1({ party1PaysForBoth: true }))
      .then(madeInPerson(true));
  });
  it('is possible with an open intent, which is no payment yet', () =>
    given(created, party1SignedRemote, requested(398))
      .when(sign1({ party1PaysForBoth: false }))
      .then(madeRemote(false)));
  it('needs no second image', () =>
    given(created, party1Signed())
      .when(sign1({ mode: 'remote', signatureHash: undefined }))
      .then(madeRemote(false)));
  it('refuses after a payment', () => {
    given(...remotePaid)
      .when(sign1({ mode: 'in-person' }))
      .thenRefused('mode_fixed');
    given(...remotePaid)
      .when(sign1({ mode: 'remote', party1PaysForBoth: false }))
      .thenRefused('mode_fixed');
  });
  it('reports that nothing changes, also after a payment', () =>
    given(...remotePaid, accessGranted)
      .when(sign1({ mode: 'remote' }))
      .thenRefused('already_signed'));
  it('refuses after an invitation, even a cancelled one', () => {
    given(...remoteInvited, cancelled())
      .when(sign1({ mode: 'remote' }))
      .thenRefused('mode_fixed');
    given(created, party1SignedRemote, invited())
      .when(sign1({ mode: 'in-person' }))
      .thenRefused('mode_fixed');
  });
  it('refuses another text', () =>
    given(created, party1Signed())
      .when(sign1({ mode: 'remote', agreementHash: hashOf('b') }))
      .thenRefused('agreement_changed'));
});

describe('SignAsParty2 in person', () => {
  it('completes the NDA', () => given(created, party1Signed()).when(sign2()).then(party2Signed(), completed));
  it('refuses before Party 1', () => given(created).when(sign2()).thenRefused('party1_must_sign_first'));
  it('refuses a second time', () =>
    given(...inPersonComplete)
      .when(sign2({ signatureHash: hashOf('7') }))
      .thenRefused('nda_final'));
  it('refuses in remote mode', () =>
    given(created, party1SignedRemote).when(sign2()).thenRefused('remote_only'));
  it('refuses another text', () =>
    given(created, party1Signed())
      .when(sign2({ agreementHash: hashOf('b') }))
      .thenRefused('agreement_changed'));
  it('records that the client did not confirm the text', () =>
    given(created, party1Signed())
      .when(sign2({ agreementHash: undefined }))
      .then(party2Signed({ agreementHashConfirmed: false }), completed));
  it('is possible again after a cancelled invitation', () =>
    given(...remoteInvited, cancelled())
      .when(sign2())
      .then(party2Signed(), completed));
});

describe('SignAsParty2 through the link', () => {
  it('completes the NDA', () =>
    given(...remoteInvited)
      .when(sign2ByLink(), day(1))
      .then(party2SignedRemotely, completed));
  it("works before the instant of the invitation's end, and no longer at that instant", () => {
    given(...remoteSent)
      .when(sign2ByLink(), '2026-11-09T09:59:59.999Z')
      .then(party2SignedRemotely, completed);
    given(...remoteSent)
      .when(sign2ByLink(), day(7))
      .thenRefused('link_expired');
  });
  it('refuses when the expiry is recorded', () =>
    given(...remoteInvited, expired)
      .when(sign2ByLink())
      .thenRefused('link_expired'));
  it('refuses before Party 1', () =>
    given(created).when(sign2ByLink()).thenRefused('party1_must_sign_first'));
  it('refuses a token that opens nothing', () => {
    given(...remoteInvited)
      .when(sign2ByLink(NEXT_TOKEN))
      .thenRefused('invalid_link');
    given(...remotePaid)
      .when(sign2ByLink())
      .thenRefused('invalid_link');
  });
  it('refuses the old link after a corrected address', () =>
    given(...remoteInvited, addressCorrected({ tokenHash: NEXT_TOKEN }))
      .when(sign2ByLink())
      .thenRefused('link_replaced'));
  it('refuses a cancelled link, even once there is a new one', () => {
    given(...remoteInvited, cancelled())
      .when(sign2ByLink())
      .thenRefused('link_cancelled');
    const again = [
      ...remoteInvited,
      cancelled(),
      madeRemote(true),
      invited({ invitation: 2, tokenHash: NEXT_TOKEN }),
    ];
    given(...again)
      .when(sign2ByLink())
      .thenRefused('link_cancelled');
  });
  it('refuses a used link', () =>
    given(...remoteSigned)
      .when(sign2ByLink(TOKEN, { signatureHash: hashOf('7') }))
      .thenRefused('link_used'));
  it('refuses another text', () =>
    given(...remoteInvited)
      .when(sign2ByLink(TOKEN, { agreementHash: hashOf('b') }))
      .thenRefused('agreement_changed'));
  it('refuses while Party 2 owes its share, and no longer after that', () => {
    for (const events of [splitInvited, [...splitInvited, voucherApplied(198, { party: 2 })]])
      given(...events)
        .when(sign2ByLink())
        .thenRefused('payment_required');
    const share = { party: 2, attempt: 1, paymentIntentId: 'pi_2' } as const;
    given(...splitInvited, requested(199, share), intentOpened(share), paid(199, share))
      .when(sign2ByLink())
      .then(party2SignedRemotely, completed);
    given(...splitInvited, voucherApplied(199, { party: 2 }))
      .when(sign2ByLink())
      .then(party2SignedRemotely, completed);
  });
});

describe('DisputeSignature', () => {
  const dispute = { type: 'DisputeSignature', party: 2 } as const;
  it("records 'I did not sign this'", () =>
    given(...inPersonComplete)
      .when(dispute)
      .then(disputed));
  it('is possible for Party 1 before Party 2 has signed', () =>
    given(created, party1Signed())
      .when({ ...dispute, party: 1 })
      .then({ type: 'SignatureDisputed', open: { party: 1 } }));
  it('records nothing the second time', () =>
    given(...inPersonComplete, disputed)
      .when(dispute)
      .thenNothing());
  it('refuses if the party has not signed', () => {
    given(created, party1Signed()).when(dispute).thenRefused('not_completed');
    given(created)
      .when({ ...dispute, party: 1 })
      .thenRefused('party1_must_sign_first');
  });
});
