import type { Party } from '@siegel/contracts/enums';
import { isGivenUp } from '@siegel/contracts/nda/given-up';
import type { NdaState, RecipientState } from '../nda.state.js';
import { documentIsOwed } from './document.js';

/** Who has the document. All pure; times are ISO 8601 UTC. */

const PARTIES: readonly Party[] = [1, 2];

type Delivered = Pick<NdaState, 'delivery'>;

/** A mail server accepted the document for this party. */
export const isAccepted = ({ delivery }: Delivered, party: Party): boolean =>
  delivery.recipients[party].messageId !== null;

/** Parties whose mail was neither accepted nor given up. */
export const openRecipients = ({ delivery }: Delivered): readonly Party[] =>
  PARTIES.filter((party) => {
    const { messageId, status, code } = delivery.recipients[party];
    return messageId === null && !(status === 'failed' && isGivenUp(code));
  });

/** Not every attempt is recorded: the time that the last recorded one named is known until then only. */
export const isPast = ({ nextTryAt }: Pick<RecipientState, 'nextTryAt'>, now: Date): boolean =>
  nextTryAt !== null && Date.parse(nextTryAt) <= now.getTime();

/** The service still tries something of the delivery by itself; a mail that was given up waits until somebody asks. */
export const isDeliveryOwed = (state: NdaState): boolean =>
  documentIsOwed(state) &&
  state.erasedAt === null &&
  (state.delivery.documentHash === null
    ? !isGivenUp(state.delivery.error)
    : openRecipients(state).length > 0);
