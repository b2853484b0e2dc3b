import type { FirstFormatEvent } from '../../eventsourcing/journal/testing/first-format.js';
import type { NdaEvent } from '../nda.events.js';

/** The agreement that the version 1 events of an NDA name. */
export interface NamedAgreement {
  readonly agreementHash: string;
}

const SINCE_VERSION_2 = ['agreementCommitment', 'consentLanguage', 'signatureKind'];
const OF_MAILS_SINCE_VERSION_2 = ['kind', 'permanent'];
const SEALED_SINCE_VERSION_2 = ['agreementHash', 'agreementSalt'];
const without = (part: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(name)));

/** Returns the event as version 1 stored it, with the agreement's hash in the open part. */
export function asVersion1(
  { type, open, personal }: NdaEvent,
  { agreementHash }: NamedAgreement,
): FirstFormatEvent {
  const openHash = 'agreementCommitment' in open ? { agreementHash } : {};
  const since =
    type === 'MailDelivered' || type === 'MailBounced' ? OF_MAILS_SINCE_VERSION_2 : SINCE_VERSION_2;
  return {
    type: `${type}.v1`,
    open: { ...without(open, since), ...openHash },
    personal: personal && without(personal, SEALED_SINCE_VERSION_2),
  };
}
