import { history } from '../testing/given.js';
import type { NdaEvent } from '../nda.events.js';
import {
  addressCorrected,
  created,
  documentSent,
  invitationSent,
  mailBounced,
  noticeSent,
  sealed,
  sent,
} from '../testing/samples.js';
import { sentMails } from './sent-mail.js';

const events = history([
  created,
  invitationSent,
  noticeSent,
  sealed,
  documentSent(1),
  documentSent(2),
  sent,
  mailBounced,
]);
const found = (messageId: string) => sentMails(events).find((one) => one.messageId === messageId);

describe('the mail that a report is about', () => {
  it.each([
    ['invitation-1', 'invitation', 2, 1],
    ['notice-1', 'reminder', 2, 2],
    ['document-1', 'document', 1, 4],
    ['document-2', 'document', 2, 5],
  ])('is found by its Message-ID: %s', (messageId, kind, party, revision) => {
    const { id: eventId, correlationId } = events[revision] ?? {};
    expect(found(messageId)).toEqual({ kind, party, messageId, eventId, correlationId, address: 1 });
  });

  it("went to the address that the event names, or else to Party 2's address at that time", () => {
    const corrected = addressCorrected({ address: 2 });
    const late: NdaEvent = {
      type: 'InvitationSent',
      open: { invitation: 1, messageId: 'invitation-0', fate: 'accepted', address: 1 },
    };
    const lateNotice: NdaEvent = {
      type: 'NoticeSent',
      open: { ...noticeSent.open, messageId: 'notice-0', address: 1 },
    };
    const all = history([created, invitationSent, corrected, noticeSent, late, lateNotice]);
    const addressOf = (messageId: string) =>
      sentMails(all).find((one) => one.messageId === messageId)?.address;
    expect(['invitation-1', 'notice-1', 'invitation-0', 'notice-0'].map(addressOf)).toEqual([1, 2, 1, 1]);
  });

  it('is undefined if the history does not record it', () => {
    expect(found('document-3')).toBeUndefined();
    expect(sentMails([])).toEqual([]);
  });
});
