import type { Party } from '@siegel/contracts/enums';
import { isGivenUp } from '@siegel/contracts/nda/given-up';
import { documentIsOwed } from '../nda/rules/document.js';
import type { NdaRow } from './nda-row.js';

/** To whom the document is still to be sent, without those for whom nothing more is tried. */
export const openRecipients = (recipients: NdaRow['recipients']): readonly Party[] =>
  recipients
    .filter(({ messageId, status, code }) => messageId === null && !(status === 'failed' && isGivenUp(code)))
    .map(({ party }) => party);

/** Something of the delivery is still tried by itself: what is given up waits until somebody asks for it. */
export const isDeliveryOwed = (
  row: Pick<NdaRow, 'status' | 'paymentStatus' | 'documentHash' | 'deliveryError' | 'recipients'>,
): boolean =>
  documentIsOwed(row) &&
  (row.documentHash === null ? !isGivenUp(row.deliveryError) : openRecipients(row.recipients).length > 0);

/** Not every attempt is recorded: what the last recorded one told of the next is true until then only. */
export const isPast = (
  { nextTryAt }: { readonly nextTryAt?: string | null | undefined },
  now: Date,
): boolean => typeof nextTryAt === 'string' && Date.parse(nextTryAt) <= now.getTime();
