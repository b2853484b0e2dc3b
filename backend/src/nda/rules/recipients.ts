import type { Party } from '@siegel/contracts/enums';
import { isGivenUp } from '@siegel/contracts/nda/given-up';
import type { NdaState, RecipientState } from '../nda.state.js';
import { documentIsOwed } from './document.js';

/** Functions about the delivery of the document to the parties. All pure; times are ISO 8601 UTC. */

const PARTIES: readonly Party[] = [1, 2];

type Delivered = Pick<NdaState, 'delivery'>;

/** True if a mail server accepted the document for this party. */
export const isAccepted = ({ delivery }: Delivered, party: Party): boolean =>
  delivery.recipients[party].messageId !== null;

/**
 * Returns the parties that still need the mail with the document: no mail server has accepted it, and the
 * service has not given it up.
 */
export const openRecipients = ({ delivery }: Delivered): readonly Party[] =>
  PARTIES.filter((party) => {
    const { messageId, status, code } = delivery.recipients[party];
    return messageId === null && !(status === 'failed' && isGivenUp(code));
  });

/**
 * True if the recorded time of the next attempt has passed. Not every attempt is recorded, so the time of the
 * next attempt is then unknown.
 */
export const isPast = ({ nextTryAt }: Pick<RecipientState, 'nextTryAt'>, now: Date): boolean =>
  nextTryAt !== null && Date.parse(nextTryAt) <= now.getTime();

/**
 * True if the service still tries automatically to deliver the document. Once the service has given up a
 * mail, it sends the mail again only at a user's request.
 */
export const isDeliveryOwed = (state: NdaState): boolean =>
  documentIsOwed(state) &&
  state.erasedAt === null &&
  (state.delivery.documentHash === null
    ? !isGivenUp(state.delivery.error)
    : openRecipients(state).length > 0);
