import type { Step } from '../eventsourcing/journal/testing/given-when-then.js';
import type { NdaEvent } from './nda.events.js';
import { owedUntil } from './owed-mails.js';
import { day, idOf, on, stateAfter } from './testing/given.js';
import { inPersonSealed, remotePaid, remoteSent } from './testing/sample-histories.js';
import {
  accessEnded,
  accessGrantedBy,
  addressCorrected,
  bounced,
  cancelled,
  continueLinkRequested,
  created,
  declined,
  disputed,
  documentSent,
  erased,
  expired,
  invitationSent,
  invited,
  LINK_ID,
  mailDelivered,
  mailFailed,
  NEXT_LINK_ID,
  NEXT_TOKEN,
  orderConfirmed,
  ownAddressCorrected,
  paid,
  party1SignedRemote,
  party2Signed,
  party2SignedRemotely,
  reminded,
  requested,
  voucherApplied,
} from './testing/samples.js';

/** Returns the revision of the event with this id. */
const revisionOf = (id: string): number => Number.parseInt(id.slice(-12), 16) - 1;
const owedAfter = (...steps: readonly Step<NdaEvent>[]): string[] =>
  stateAfter(...steps).owedMails.owed.map(
    ({ kind, about, address, waits, tried }) =>
      `${kind} ${revisionOf(about)}${address === undefined ? '' : ` to ${address}`}${waits === true ? ', waiting' : ''}${tried === true ? ', tried' : ''}`,
  );
const refused = (kind: 'invitation' | 'reminder' | 'document') =>
  mailFailed({ kind, code: 'mail_refused', permanent: true });
const ofInvitation = { kind: 'invitation', messageId: 'invitation-1' } as const;

const ordered = [created, party1SignedRemote, requested(398)];
const confirmed = (revision: number): NdaEvent => orderConfirmed(idOf(revision));
const orderFailed = (revision: number, code = 'mail_unreachable'): NdaEvent =>
  mailFailed({ kind: 'order', party: 1, about: idOf(revision), code });

const invitedNow = [...remotePaid, invited({ linkId: LINK_ID })];
const sentNow = [...invitedNow, invitationSent];
const correctedNow = addressCorrected({ tokenHash: NEXT_TOKEN, linkId: NEXT_LINK_ID });
const sentToNewAddress: NdaEvent = {
  type: 'InvitationSent',
  open: { ...invitationSent.open, messageId: 'invitation-1b' },
};
const toOldAddress: NdaEvent = { type: 'InvitationSent', open: { ...invitationSent.open, address: 1 } };
const again = invited({ invitation: 2, tokenHash: NEXT_TOKEN, linkId: NEXT_LINK_ID });
const sentAgain: NdaEvent = {
  type: 'InvitationSent',
  open: { invitation: 2, messageId: 'invitation-2', fate: 'accepted' },
};

describe('mails that events owe (rule:events-owe-mails)', () => {
  it.each<[string, readonly Step<NdaEvent>[], readonly string[]]>([
    ['an invitation', invitedNow, ['invitation 3 to 1']],
    ['no invitation that was accepted', sentNow, []],
    ['no invitation from before there were links in mails', remoteSent.slice(0, -1), []],
    [
      'nothing for a withdrawn invitation once a new one was accepted',
      [...sentNow, cancelled(), again, sentAgain],
      [],
    ],
    ['an order confirmation', [...ordered, paid(398)], ['order 3']],
    ['an order confirmation for each payment', [...ordered, paid(199), paid(199)], ['order 3', 'order 4']],
    [
      "Party 2's, to the address that had the link",
      [...sentNow, paid(199, { party: 2 }), correctedNow],
      ['order 5 to 1', 'correction 6 to 1', 'invitation 6 to 2'],
    ],
    [
      'no order confirmation from before they existed',
      [...ordered, { ...paid(398), personal: undefined }],
      [],
    ],
    ['no order confirmation for a voucher', [...ordered, voucherApplied(398)], []],
    ['no order confirmation that was accepted', [...ordered, paid(398), confirmed(3)], []],
    ['an order confirmation that failed', [...ordered, paid(398), orderFailed(3)], ['order 3, tried']],
    ['no order of an erased NDA', [...ordered, paid(398), erased], []],
    ['a reminder', [...sentNow, reminded()], ['reminder 5 to 1']],
    ['one reminder, the later', [...sentNow, reminded(), reminded({ kind: 'day1' })], ['reminder 6 to 1']],
    ['no reminder that was declined', [...sentNow, reminded(), declined()], []],
    [
      'a reminder that an earlier address has declined',
      [...sentNow, correctedNow, sentToNewAddress, reminded(), declined(1)],
      ['correction 5 to 1', 'reminder 7 to 2'],
    ],
    [
      'a reminder after the invitation at the new address',
      [...sentNow, correctedNow, reminded()],
      ['correction 5 to 1', 'invitation 5 to 2', 'reminder 6 to 2, waiting'],
    ],
    [
      'a reminder after the next invitation',
      [...sentNow, cancelled(), again, reminded({ invitation: 2 })],
      ['cancellation 5 to 1', 'invitation 6 to 1', 'reminder 7 to 1, waiting'],
    ],
    [
      'a waiting cancellation of a next invitation that was not accepted',
      [...sentNow, cancelled(), again, cancelled(2)],
      ['cancellation 5 to 1', 'cancellation 7 to 1, waiting'],
    ],
    [
      'a waiting cancellation at a new address without an accepted invitation',
      [...sentNow, correctedNow, cancelled()],
      ['correction 5 to 1', 'cancellation 6 to 2, waiting'],
    ],
    [
      'a reminder after its invitation',
      [...invitedNow, reminded()],
      ['invitation 3 to 1', 'reminder 4 to 1, waiting'],
    ],
    [
      'a reminder once the invitation was accepted',
      [...invitedNow, reminded(), invitationSent],
      ['reminder 4 to 1'],
    ],
    ['a cancellation', [...sentNow, cancelled()], ['cancellation 5 to 1']],
    [
      'a waiting cancellation if the invitation was not accepted',
      [...invitedNow, cancelled()],
      ['cancellation 4 to 1, waiting'],
    ],
    [
      'a cancellation to whom the invitation was accepted for after all',
      [...invitedNow, cancelled(), invitationSent],
      ['cancellation 4 to 1'],
    ],
    [
      'a cancellation to the address at that time',
      [...sentNow, cancelled(), addressCorrected()],
      ['cancellation 5 to 1'],
    ],
    ['no cancellation once Party 2 has signed in person', [...sentNow, cancelled(), party2Signed()], []],
    [
      'at a new address the invitation, at the old one the correction',
      [...sentNow, reminded(), correctedNow],
      ['correction 6 to 1', 'invitation 6 to 2'],
    ],
    [
      'no correction to whom nothing went',
      [...invitedNow, correctedNow],
      ['correction 4 to 1, waiting', 'invitation 4 to 2'],
    ],
    [
      'a correction to whom something went after all',
      [...invitedNow, correctedNow, toOldAddress],
      ['correction 4 to 1', 'invitation 4 to 2'],
    ],
    [
      'an invitation although an earlier one is accepted late',
      [...invitedNow, cancelled(), again, invitationSent],
      ['cancellation 4 to 1', 'invitation 5 to 1'],
    ],
    [
      'a cancellation at an earlier address and a next invitation at the present one',
      [...sentNow, cancelled(), addressCorrected(), again, sentAgain],
      ['cancellation 5 to 1'],
    ],
    [
      'a waiting cancellation although an earlier invitation is accepted late',
      [...sentNow, cancelled(), again, cancelled(2), sentToNewAddress],
      ['cancellation 5 to 1', 'cancellation 7 to 1, waiting'],
    ],
    [
      'the invitation to a new address, though the correction was given up',
      [
        ...sentNow,
        correctedNow,
        mailFailed({ kind: 'correction', about: idOf(5), code: 'mail_given_up', permanent: true }),
      ],
      ['invitation 5 to 2'],
    ],
    ['nothing for an address corrected while nobody is invited', [created, addressCorrected()], []],
    [
      'nothing for an address corrected before there were links in mails',
      [...sentNow, addressCorrected({ tokenHash: NEXT_TOKEN })],
      [],
    ],
    ['an expiry, and nothing inviting', [...sentNow, reminded(), expired], ['expiry 6']],
    ['nothing inviting after the signature', [...sentNow, reminded(), party2SignedRemotely], []],
    ['a dispute', [...sentNow, party2SignedRemotely, disputed], ['dispute 6']],
    [
      'no dispute by Party 1 itself',
      [...sentNow, party2SignedRemotely, { type: 'SignatureDisputed', open: { party: 1 } }],
      [],
    ],
    ['a link to continue', [created, continueLinkRequested()], ['continue 1']],
    [
      'no link to continue at a corrected address',
      [created, continueLinkRequested(), ownAddressCorrected()],
      [],
    ],
    ['no link to continue that was used', [created, continueLinkRequested(), accessGrantedBy(1)], []],
    [
      'a link to continue while another one is used',
      [created, continueLinkRequested(), continueLinkRequested({ number: 2 }), accessGrantedBy(1)],
      ['continue 2'],
    ],
    ['no voided link to continue', [created, continueLinkRequested(), accessEnded], []],
    ['nothing after an erasure', [...sentNow, cancelled(), erased], []],
  ])('are %s', (_, events, owed) => expect(owedAfter(...events)).toEqual(owed));

  it.each<[string, readonly Step<NdaEvent>[], readonly string[]]>([
    [
      'a refused invitation, once',
      [...invitedNow, refused('invitation'), refused('invitation')],
      ['delivery-problem 4'],
    ],
    ['a bounce', [...sentNow, bounced(ofInvitation)], ['delivery-problem 5']],
    [
      'a bounce for good, though an older delivery is reported later',
      [...sentNow, bounced(ofInvitation), { type: 'MailDelivered', open: { ...ofInvitation, party: 2 } }],
      ['delivery-problem 5'],
    ],
    ['a document that did not arrive', [...inPersonSealed, refused('document')], ['delivery-problem 6']],
    [
      'a complaint',
      [...sentNow, bounced({ ...ofInvitation, code: 'spam', permanent: false })],
      ['delivery-problem 5'],
    ],
    [
      'a document that did not arrive although that of Party 1 did',
      [...inPersonSealed, refused('document'), documentSent(1), mailDelivered],
      ['delivery-problem 6'],
    ],
    [
      'the next invitation too',
      [
        ...sentNow,
        bounced(ofInvitation),
        cancelled(),
        again,
        bounced({ kind: 'invitation', messageId: 'invitation-2' }),
      ],
      ['delivery-problem 8'],
    ],
    [
      'the next address too',
      [
        ...sentNow,
        bounced(ofInvitation),
        correctedNow,
        bounced({ kind: 'invitation', messageId: 'invitation-2' }),
      ],
      ['delivery-problem 7'],
    ],
  ])('inform Party 1 about %s', (_, events, owed) =>
    expect(owedAfter(...events).filter((mail) => mail.startsWith('delivery-problem'))).toEqual(owed),
  );

  const toParty1 = { party: 1, code: 'mail_refused', permanent: true } as const;
  it.each<[string, readonly Step<NdaEvent>[]]>([
    ['a temporary fault', [...inPersonSealed, mailFailed()]],
    ['a temporary bounce', [...sentNow, bounced({ ...ofInvitation, permanent: false })]],
    ['a mail that did not reach Party 1', [...inPersonSealed, mailFailed({ ...toParty1 })]],
    ['a report of a problem', [...inPersonSealed, mailFailed({ ...toParty1, kind: 'delivery-problem' })]],
    ['an earlier address', [...sentNow, correctedNow, bounced(ofInvitation)]],
    ['an invitation that is over', [...sentNow, expired, bounced(ofInvitation)]],
    ['an invitation that was accepted after all', [...invitedNow, refused('invitation'), invitationSent]],
    [
      'a reminder once Party 2 has signed',
      [...sentNow, reminded(), refused('reminder'), party2SignedRemotely],
    ],
    ['a document that went out later', [...inPersonSealed, refused('document'), documentSent(2)]],
    [
      'a document that arrived later',
      [
        ...inPersonSealed,
        refused('document'),
        { ...mailDelivered, open: { ...mailDelivered.open, party: 2 } } as NdaEvent,
      ],
    ],
  ])('do not inform Party 1 about %s', (_, events) =>
    expect(owedAfter(...events).filter((mail) => mail.startsWith('delivery-problem'))).toEqual([]),
  );

  it('are over once they were given up or reported', () => {
    const gone = [...sentNow, reminded()];
    const givenUp = { kind: 'reminder', about: idOf(5), code: 'mail_given_up', permanent: true } as const;
    expect(owedAfter(...gone, mailFailed(givenUp))).toEqual([]);
    expect(owedAfter(...gone, mailFailed({ ...givenUp, about: idOf(9) }))).toHaveLength(1);
    const told = { notice: 'reminder', party: 2, messageId: 'm' } as const;
    expect(owedAfter(...gone, { type: 'NoticeSent', open: { ...told, about: idOf(5) } })).toEqual([]);
    expect(owedAfter(...gone, { type: 'NoticeSent', open: { ...told, about: idOf(4) } })).toHaveLength(1);
  });

  it('stay owed after they were given up, if they confirm an order', () => {
    const givenUpOn15 = on(15, orderFailed(3, 'mail_given_up'));
    const mailsAfter = (...later: readonly Step<NdaEvent>[]) =>
      stateAfter(...ordered, on(1, paid(398)), givenUpOn15, ...later).owedMails;
    const order = { kind: 'order', party: 1, about: idOf(3), tried: true };
    const givenUp = mailsAfter();
    expect(givenUp.owed).toEqual([{ ...order, until: day(31), givenUp: true }]);
    expect(owedUntil(givenUp)).toBeNull();
    // A later failure of another kind, and a corrected address, start the service's attempts again.
    const retried = mailsAfter(on(40, orderFailed(3)));
    expect(retried.owed).toEqual([{ ...order, until: day(70) }]);
    const corrected = mailsAfter(on(50, ownAddressCorrected()));
    expect(corrected.owed).toEqual([{ ...order, until: day(80) }]);
    expect(owedUntil(corrected)).toBe(day(80));
  });

  it('have an end, counted from the time at which they became owed', () => {
    const until = (...steps: readonly Step<NdaEvent>[]) => owedUntil(stateAfter(...steps).owedMails);
    expect(until(...sentNow)).toBeNull();
    expect(until(...invitedNow)).toBe(day(14));
    expect(until(...sentNow, on(1, reminded()))).toBe(day(8));
    for (const [kind, from, end] of [
      ['day1', 1, 3],
      ['day3', 3, 6],
      ['day6', 6, 7],
    ] as const)
      expect(until(...sentNow, on(from, reminded({ kind, manualCount: 0 })))).toBe(day(end));
    expect(until(...invitedNow, on(1, cancelled()))).toBeNull();
    expect(until(...invitedNow, on(1, cancelled()), on(3, invitationSent))).toBe(day(10));
    expect(until(created, continueLinkRequested())).toBe(day(1));
  });

  it('are owed until the latest end, and no mail ends later because of another', () => {
    const until = (...steps: readonly Step<NdaEvent>[]) => owedUntil(stateAfter(...steps).owedMails);
    expect(until(...invitedNow, continueLinkRequested())).toBe(day(14));
    expect(until(...sentNow, on(1, reminded()), on(2, sentToNewAddress))).toBe(day(8));
  });

  it.each<[string, number, readonly Step<NdaEvent>[]]>([
    ['order', 1, [...ordered, paid(398)]],
    ['continue', 1, [created, continueLinkRequested()]],
    ['expiry', 1, [...sentNow, expired]],
    ['dispute', 1, [...sentNow, party2SignedRemotely, disputed]],
    ['delivery-problem', 1, [...sentNow, bounced(ofInvitation)]],
    ['invitation', 2, invitedNow],
    ['reminder', 2, [...sentNow, reminded()]],
    ['cancellation', 2, [...sentNow, cancelled()]],
    ['correction', 2, [...sentNow, correctedNow]],
  ])('%s goes to Party %i', (kind, party, events) =>
    expect(stateAfter(...events).owedMails.owed).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind, party })]),
    ),
  );
});
