import type { MailKind, Party } from '@siegel/contracts/enums';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda.events.js';

/** A mail that the provider accepted, and the event that tells of it. */
export interface SentMail {
  readonly kind: MailKind;
  /** To whom it went. */
  readonly party: Party;
  readonly messageId: string;
  /** Number of Party 2's address at that time. */
  readonly address: number;
  readonly eventId: string;
  readonly correlationId: string;
}

function mailOf(
  event: Recorded<NdaEvent>,
  at: number,
  events: readonly Recorded<NdaEvent>[],
): SentMail | undefined {
  const { type, open, id, correlationId } = event;
  const corrections = events.slice(0, at).filter((before) => before.type === 'Party2AddressCorrected');
  const by = { address: 1 + corrections.length, eventId: id, correlationId };
  switch (type) {
    case 'DocumentSent':
      return { kind: 'document', party: open.party, messageId: open.messageId, ...by };
    case 'InvitationSent':
      return {
        kind: 'invitation',
        party: 2,
        messageId: open.messageId,
        ...by,
        address: open.address ?? by.address,
      };
    case 'NoticeSent':
      return { kind: open.notice, party: open.party, messageId: open.messageId, ...by };
    default:
      return undefined;
  }
}

/**
 * Which mail of the NDA it was (rule:reports-of-mails-once); undefined where its history tells of none such.
 * @param isMeant told by the Message-ID
 */
export function sentMail(
  events: readonly Recorded<NdaEvent>[],
  isMeant: (messageId: string) => boolean,
): SentMail | undefined {
  return events.map(mailOf).find((mail) => mail !== undefined && isMeant(mail.messageId));
}
