import { history } from '../testing/given.js';
import {
  created,
  documentSent,
  invitationSent,
  mailBounced,
  noticeSent,
  sealed,
  sent,
} from '../testing/samples.js';
import { sentMail } from './sent-mail.js';

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
const found = (messageId: string) => sentMail(events, (one) => one === messageId);

describe('which mail a report is about', () => {
  it.each([
    ['invitation-1', 'invitation', 2, 1],
    ['notice-1', 'reminder', 2, 2],
    ['document-1', 'document', 1, 4],
    ['document-2', 'document', 2, 5],
  ])('is told by its Message-ID: %s', (messageId, kind, party, revision) => {
    const { id: eventId, correlationId } = events[revision] ?? {};
    expect(found(messageId)).toEqual({ kind, party, messageId, eventId, correlationId });
  });

  it('is none that the history does not tell of', () => {
    expect(found('document-3')).toBeUndefined();
    expect(sentMail([], () => true)).toBeUndefined();
  });
});
