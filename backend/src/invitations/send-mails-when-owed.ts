import type { Recorded } from '../eventsourcing/journal/event.js';
import type { Reaction } from '../eventsourcing/reactions/reaction.js';
import { NDA_STREAM_PREFIX, type NdaEvent, ndaIdOf } from '../nda/nda.events.js';
import { type OwedKind, undeliveredBy } from '../nda/owed-mails.js';
import { queueMailsRequest, sendMailRequest } from './send-mail-request.js';

/** Kinds of mail that the event may owe, and no others; the job looks at the stream and stops where it does not. */
export function kindsOwedBy(event: Recorded<NdaEvent>): readonly OwedKind[] {
  switch (event.type) {
    case 'PaymentSucceeded':
      return ['order'];
    case 'Party2Invited':
      return ['invitation'];
    case 'Party2AddressCorrected':
      return event.open.tokenHash === null ? [] : ['invitation', 'correction'];
    case 'ReminderSent':
      return ['reminder'];
    case 'InvitationCancelled':
      return ['cancellation'];
    case 'InvitationExpired':
      return ['expiry'];
    case 'SignatureDisputed':
      return event.open.party === 2 ? ['dispute'] : [];
    case 'ContinueLinkRequested':
      return ['continue'];
    default:
      return undeliveredBy(event) === undefined ? [] : ['delivery-problem'];
  }
}

const isAskedByHand = ({ type, open }: Recorded<NdaEvent>): boolean =>
  type === 'ReminderSent' && open.kind === 'manual';

/**
 * Other mails become owed, or are worth another attempt at once: an invitation was accepted of whose end somebody is
 * to be told, the address is another one, somebody asks again.
 */
export const bringsForward = (event: Recorded<NdaEvent>): boolean =>
  event.type === 'InvitationSent' || event.type === 'Party1AddressCorrected' || isAskedByHand(event);

/** (rule:events-owe-mails) */
export const sendMailsWhenOwed: Reaction<NdaEvent> = {
  name: 'send-mails-when-owed',
  streamPrefix: NDA_STREAM_PREFIX,
  react: (event) => {
    const ndaId = ndaIdOf(event.stream);
    // What somebody asks for by hand goes with whatever else is owed.
    const kinds = isAskedByHand(event) ? [] : kindsOwedBy(event);
    const owed = kinds.map((kind) => sendMailRequest({ ndaId, eventId: event.id, kind }));
    return bringsForward(event) ? [...owed, queueMailsRequest(ndaId)] : owed;
  },
};
