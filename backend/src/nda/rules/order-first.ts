import type { NdaState } from '../nda.state.js';

/**
 * True while mails that perform an order have to wait for the confirmation of that order
 * (rule:order-mail-first). One failed attempt to send the confirmation ends the wait, so that a mail server
 * that refuses the confirmation does not delay a paid delivery.
 */
export const awaitsOrderMail = ({ owedMails }: Pick<NdaState, 'owedMails'>): boolean =>
  owedMails.owed.some(({ kind, tried }) => kind === 'order' && tried !== true);

/** Milliseconds after which a waiting job checks again. */
export const ORDER_MAIL_WAIT_MS = 2000;
