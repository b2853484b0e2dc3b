import type { MailKind, Party } from '@siegel/contracts/enums';
import type { Recorded } from '../../eventsourcing/journal/event.js';
import type { NdaEvent } from '../nda.events.js';

/** A mail that the provider accepted, and the event that tells of it. */
export interface SentMail {
  readonly kind: MailKind;
  /** To whom it went. */
  readonly party: Party;
  readonly messageId: string;
  readonly eventId: string;
  readonly correlationId: string;
  /** Number of Party 2's address at that time. */
  readonly address: number;
}

type Told = Pick<SentMail, 'kind' | 'party' | 'messageId'> & {
  /** Where the event itself tells of it. */
  readonly address?: number | undefined;
};

function told({ type, open }: Recorded<NdaEvent>): Told | undefined {
  switch (type) {
    case 'DocumentSent':
      return { kind: 'document', party: open.party, messageId: open.messageId };
    case 'InvitationSent':
      return { kind: 'invitation', party: 2, messageId: open.messageId, address: open.address };
    case 'NoticeSent':
      return { kind: open.notice, party: open.party, messageId: open.messageId, address: open.address };
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
  let addresses = 1;
  for (const event of events) {
    if (event.type === 'Party2AddressCorrected') addresses = event.open.address;
    const mail = told(event);
    if (mail === undefined || !isMeant(mail.messageId)) continue;
    const { id: eventId, correlationId } = event;
    return { ...mail, eventId, correlationId, address: mail.address ?? addresses };
  }
  return undefined;
}
