import type { Step } from '../eventsourcing/journal/testing/given-when-then.js';
import type { NdaEvent } from './nda.events.js';
import { day, idOf, on, START, stateAfter } from './testing/given.js';
import { inPersonSealed, remoteInvited, remoteSent } from './testing/sample-histories.js';
import {
  accessEnded,
  accessGrantedBy,
  addressCorrected,
  bounced,
  cancelled,
  continueLinkRequested,
  created,
  declined,
  deliveryFailed,
  documentSent,
  expired,
  invitationSent,
  invited,
  mailFailed,
  NEXT_LINK_ID,
  NEXT_TOKEN,
  noticeSent,
  ownAddressCorrected,
  party2SignedRemotely,
  reminded,
} from './testing/samples.js';

const problemsAfter = (...steps: readonly Step<NdaEvent>[]) => stateAfter(...steps).mail.problems;
const invitation = { kind: 'invitation', about: 'event-3' } as const;
const reminder = { kind: 'reminder', about: 'event-9' } as const;
const ofInvitation = { kind: 'invitation', messageId: 'invitation-1' } as const;
const toParty1 = { party: 1 } as const;
const corrected = addressCorrected({ tokenHash: NEXT_TOKEN, linkId: NEXT_LINK_ID });

describe('the problem of a failed mail (rule:every-mail-has-a-fate)', () => {
  it('is the newest failure or bounce of each kind and party', () => {
    const events = [
      ...remoteInvited,
      mailFailed(invitation),
      mailFailed({ ...reminder }),
      on(1, bounced({ ...ofInvitation, code: 'spam' })),
      on(2, mailFailed({ kind: 'continue', party: 1, code: 'mail_refused', permanent: true })),
    ];
    expect(problemsAfter(...events)).toMatchObject([
      { kind: 'reminder', party: 2, code: 'mail_unreachable', permanent: false, at: START },
      { kind: 'invitation', party: 2, code: 'spam', permanent: true, at: day(1) },
      { kind: 'continue', party: 1, code: 'mail_refused', permanent: true, at: day(2) },
    ]);
  });

  it('includes failures to send the document in older histories, but not failures to make it', () => {
    expect(problemsAfter(...inPersonSealed, deliveryFailed)).toMatchObject([{ kind: 'document', party: 2 }]);
    const making = { stage: 'making', party: null, code: 'seal_unavailable', attempt: 1 } as const;
    expect(problemsAfter(...inPersonSealed, { type: 'DeliveryFailed', open: making })).toEqual([]);
  });

  it.each([
    ['mail_unreachable', false],
    ['mail_refused', true],
    ['mail_given_up', true],
  ])('treats %s of an older history as permanent: %s', (code, permanent) =>
    expect(
      problemsAfter(...inPersonSealed, {
        type: 'DeliveryFailed',
        open: { stage: 'sending', party: 2, code, attempt: 1 },
      }),
    ).toMatchObject([{ kind: 'document', party: 2, code, permanent }]),
  );

  const delivered: NdaEvent = { type: 'MailDelivered', open: { party: 2, ...ofInvitation } };
  it.each<[string, readonly NdaEvent[]]>([
    ['it is accepted', [...remoteInvited, mailFailed(invitation), invitationSent]],
    ['it is delivered after all', [...remoteSent, bounced({ ...ofInvitation, permanent: false }), delivered]],
    ['the address is corrected', [...remoteSent, bounced(ofInvitation), corrected]],
    ['the invitation is cancelled', [...remoteSent, bounced(ofInvitation), cancelled()]],
    ['the invitation expires', [...remoteSent, bounced(ofInvitation), expired]],
    ['Party 2 signs', [...remoteSent, bounced(ofInvitation), party2SignedRemotely]],
    ['a reminder goes through', [...remoteSent, reminded(), mailFailed(reminder), noticeSent]],
    ['reminders are declined', [...remoteSent, reminded(), mailFailed(reminder), declined()]],
    [
      'the notice of a correction goes out',
      [
        ...remoteSent,
        corrected,
        mailFailed({ kind: 'correction', about: idOf(5) }),
        {
          type: 'NoticeSent',
          open: { notice: 'correction', party: 2, about: idOf(5), messageId: 'c', address: 1 },
        },
      ],
    ],
    [
      'the notice of a correction is accepted after it was given up',
      [
        ...remoteSent,
        corrected,
        mailFailed({ kind: 'correction', about: idOf(5), code: 'mail_given_up', permanent: true }),
        { type: 'NoticeSent', open: { notice: 'correction', party: 2, about: idOf(5), messageId: 'c' } },
      ],
    ],
    [
      'the link to continue is void',
      [
        created,
        continueLinkRequested(),
        mailFailed({ ...toParty1, kind: 'continue', about: idOf(1) }),
        accessEnded,
      ],
    ],
    [
      'Party 2 has a later invitation than the withdrawn one',
      [
        ...remoteSent,
        cancelled(),
        mailFailed({ kind: 'cancellation', about: idOf(5) }),
        invited({ invitation: 2, tokenHash: NEXT_TOKEN }),
        { type: 'InvitationSent', open: { invitation: 2, messageId: 'invitation-2', fate: 'accepted' } },
      ],
    ],
    [
      'the reported problem is over',
      [
        ...inPersonSealed,
        mailFailed({ code: 'mail_refused', permanent: true }),
        mailFailed({ ...toParty1, kind: 'delivery-problem', about: idOf(6) }),
        documentSent(2),
      ],
    ],
    ['the document goes out', [...inPersonSealed, mailFailed(), documentSent(2)]],
    [
      'Party 1 corrects its own address',
      [...remoteSent, mailFailed({ kind: 'continue', party: 1 }), ownAddressCorrected()],
    ],
  ])('is resolved when %s', (_, events) => expect(problemsAfter(...events)).toEqual([]));

  it('is not resolved after a permanent bounce, whatever is reported about the message later', () => {
    expect(problemsAfter(...remoteSent, bounced(ofInvitation), delivered)).toMatchObject([
      { kind: 'invitation', code: 'bounced' },
    ]);
    const next: NdaEvent = {
      type: 'MailDelivered',
      open: { party: 2, kind: 'invitation', messageId: 'i-2' },
    };
    expect(problemsAfter(...remoteSent, bounced(ofInvitation), next)).toEqual([]);
  });

  it('stays if the service gave the mail up, and while the next mail of its kind is owed', () => {
    const asked = [created, continueLinkRequested(), continueLinkRequested({ number: 2 })];
    const failed = mailFailed({ ...toParty1, kind: 'continue', about: idOf(1) });
    const givenUp = { ...toParty1, kind: 'continue', about: idOf(1), code: 'mail_given_up' } as const;
    expect(problemsAfter(...asked, failed, mailFailed({ ...givenUp, permanent: true }))).toMatchObject([
      { kind: 'continue', code: 'mail_given_up' },
    ]);
    expect(problemsAfter(...asked, failed)).toHaveLength(1);
  });

  it('stays while the failed mail is owed, whatever happens to other mails', () => {
    const asked = [created, continueLinkRequested(), continueLinkRequested({ number: 2 })];
    const failed = mailFailed({ ...toParty1, kind: 'continue', about: idOf(1) });
    expect(problemsAfter(...asked, failed, accessGrantedBy(2))).toHaveLength(1);
    expect(problemsAfter(...asked, failed, accessGrantedBy(1))).toEqual([]);
    // One event makes two mails due: the notice of the correction, and the invitation to the new address.
    const both = (['correction', 'invitation'] as const).map((kind) => mailFailed({ kind, about: idOf(5) }));
    const toNewAddress: NdaEvent = {
      type: 'InvitationSent',
      open: { invitation: 1, messageId: 'invitation-2', fate: 'accepted' },
    };
    expect(problemsAfter(...remoteSent, corrected, ...both, toNewAddress)).toMatchObject([
      { kind: 'correction', about: idOf(5) },
    ]);
  });

  it('includes the bounce of an invitation although reminders are declined', () =>
    expect(problemsAfter(...remoteSent, declined(), bounced(ofInvitation))).toMatchObject([
      { kind: 'invitation' },
    ]));

  it('is not resolved by the delivery of a mail to an earlier address', () => {
    const failed = mailFailed({ kind: 'invitation', about: idOf(5) });
    expect(problemsAfter(...remoteSent, corrected, failed, delivered)).toMatchObject([
      { kind: 'invitation', about: idOf(5) },
    ]);
  });

  it('is not resolved by a mail that was accepted late for an earlier address', () => {
    const owed = [...remoteSent, corrected, reminded(), mailFailed({ kind: 'reminder', about: idOf(6) })];
    const late: NdaEvent = { type: 'NoticeSent', open: { ...noticeSent.open, address: 1 } };
    expect(problemsAfter(...owed, late)).toMatchObject([{ kind: 'reminder', about: idOf(6) }]);
    expect(problemsAfter(...owed, noticeSent)).toEqual([]);
  });

  it('distinguishes mails to an earlier address of one party from mails to the present address of the other', () => {
    const both = [...inPersonSealed, documentSent(1), documentSent(2)];
    const mail = { accepted: [{ messageId: 'document-2', party: 2 }], outdated: ['document-1'] };
    expect(stateAfter(...both, ownAddressCorrected()).mail).toMatchObject(mail);
    expect(stateAfter(...both, ownAddressCorrected(), ownAddressCorrected(3)).mail).toMatchObject(mail);
  });

  it('is not resolved by a mail of another kind or to the other party', () => {
    const refused = [...remoteSent, bounced(ofInvitation)];
    for (const event of [noticeSent, ownAddressCorrected(), declined()])
      expect(problemsAfter(...refused, event)).toHaveLength(1);
  });

  it.each<[string, readonly NdaEvent[]]>([
    ['to an earlier address', [...remoteSent, corrected, bounced(ofInvitation)]],
    [
      'to an earlier address that was accepted late',
      [
        ...remoteSent,
        corrected,
        { type: 'NoticeSent', open: { ...noticeSent.open, address: 1 } },
        bounced({ kind: 'reminder', messageId: noticeSent.open.messageId }),
      ],
    ],
    [
      'that informs the earlier address about the correction',
      [
        ...remoteSent,
        corrected,
        { type: 'NoticeSent', open: { notice: 'correction', party: 2, about: 'e', messageId: 'c' } },
        bounced({ kind: 'correction', messageId: 'c' }),
      ],
    ],
    [
      'of an invitation through which Party 2 has signed',
      [...remoteSent, party2SignedRemotely, bounced(ofInvitation)],
    ],
    [
      'of a reminder to a mailbox that declined them',
      [...remoteSent, declined(), bounced({ kind: 'reminder' })],
    ],
  ])('includes no bounce of a mail %s', (_, events) => expect(problemsAfter(...events)).toEqual([]));
});
