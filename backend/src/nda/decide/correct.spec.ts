import { day, given } from '../testing/given.js';
import {
  inPersonComplete,
  inPersonPaid,
  remoteInvited,
  remoteSent,
  remoteSigned,
  splitSent,
} from '../testing/sample-histories.js';
import {
  addressCorrected,
  cancelled,
  completed,
  created,
  declined,
  expired,
  NEXT_LINK_ID,
  NEXT_TOKEN,
  ownAddressCorrected,
  party1Signed,
  party2SignedRemotely,
  personal,
} from '../testing/samples.js';

describe('CorrectParty2Address', () => {
  const correct = {
    type: 'CorrectParty2Address',
    party2Email: 'cb@example.org',
    tokenHash: NEXT_TOKEN,
    linkId: NEXT_LINK_ID,
  } as const;
  const third = addressCorrected({ address: 3 }, 'c.b@example.org');

  it('corrects a draft', () => given(created).when(correct).then(addressCorrected()));
  it('gives an open invitation a new token', () =>
    given(...remoteInvited)
      .when(correct, day(3))
      .then(addressCorrected({ tokenHash: NEXT_TOKEN, linkId: NEXT_LINK_ID })));
  it('leaves a cancelled invitation alone', () =>
    given(...remoteInvited, cancelled())
      .when(correct)
      .then(addressCorrected()));
  it('records nothing when the address is the same', () =>
    given(created, addressCorrected()).when(correct).thenNothing());
  it('records nothing when every mail server treats the two addresses as the same', () =>
    given(created, addressCorrected({}, 'cb@bücher.example'))
      .when({ ...correct, party2Email: 'cb@xn--bcher-kva.Example' })
      .thenNothing());
  it('also records that the mailbox had declined reminders, however its address is typed', () => {
    const typed = personal.party2Email.toUpperCase();
    const again = addressCorrected({ tokenHash: NEXT_TOKEN, linkId: NEXT_LINK_ID }, typed);
    given(...remoteSent, declined())
      .when({ ...correct, party2Email: typed })
      .then(again, declined(2));
    given(...remoteSent, declined(), addressCorrected())
      .when({ ...correct, party2Email: personal.party2Email })
      .then(
        {
          type: 'Party2AddressCorrected',
          open: { address: 3, tokenHash: NEXT_TOKEN, linkId: NEXT_LINK_ID },
          personal: { party2Email: personal.party2Email, previousEmail: 'cb@example.org' },
        },
        declined(3),
      );
    given(...remoteSent, declined())
      .when(correct)
      .then(addressCorrected({ tokenHash: NEXT_TOKEN, linkId: NEXT_LINK_ID }));
  });
  it('refuses a fourth address', () =>
    given(created, addressCorrected(), third).when(correct).thenRefused('address_limit'));
  it('refuses when Party 2 has signed through a link', () =>
    given(...splitSent, party2SignedRemotely, completed)
      .when(correct)
      .thenRefused('nda_final'));
  it('corrects an agreement signed on one screen until the document is due', () => {
    given(...inPersonComplete)
      .when(correct)
      .then(addressCorrected());
    given(...inPersonPaid)
      .when(correct)
      .thenRefused('nda_final');
  });
  it('refuses when the invitation has expired', () => {
    given(...remoteSent)
      .when(correct, day(7))
      .thenRefused('invitation_expired');
    given(...remoteInvited, expired)
      .when(correct)
      .thenRefused('invitation_expired');
  });
  it('refuses when the old address is gone', () =>
    given(created).withoutPersonalData().when(correct).thenRefused('nda_erased'));
});

describe('CorrectParty1Address', () => {
  const correct = { type: 'CorrectParty1Address', party1Email: 'al@example.org' } as const;

  it.each([
    ['a draft', [created]],
    ['an NDA that Party 1 has signed', [created, party1Signed()]],
    ['an NDA with an open invitation', remoteSent],
    ['an expired NDA', [...remoteSent, expired]],
    ['an unpaid NDA that both have signed', inPersonComplete],
    ['an NDA signed through a link while a share is owed', [...splitSent, party2SignedRemotely, completed]],
  ])('corrects %s', (_, events) =>
    given(...events)
      .when(correct)
      .then(ownAddressCorrected()),
  );
  it('records nothing when every mail server treats the two addresses as the same', () => {
    given(created)
      .when({ ...correct, party1Email: personal.party1Email })
      .thenNothing();
    given(created, ownAddressCorrected(2, 'al@bücher.example'))
      .when({ ...correct, party1Email: 'al@xn--bcher-kva.Example' })
      .thenNothing();
  });
  it('refuses a fourth address, however many Party 2 has had', () => {
    given(created, addressCorrected(), addressCorrected({ address: 3 }))
      .when(correct)
      .then(ownAddressCorrected());
    given(created, ownAddressCorrected(), ownAddressCorrected(3, 'a.l@example.org'))
      .when(correct)
      .thenRefused('address_limit');
  });
  it('refuses once the document is due', () => {
    for (const events of [inPersonPaid, remoteSigned])
      given(...events)
        .when(correct)
        .thenRefused('nda_final');
  });
  it('refuses when the old address is gone', () =>
    given(created).withoutPersonalData().when(correct).thenRefused('nda_erased'));
});
