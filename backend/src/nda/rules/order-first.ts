import type { NdaState } from '../nda.state.js';

/**
 * True while the mails that fulfil an order have to wait until the confirmation of that order is sent
 * (rule:order-mail-first). One failed attempt to send the confirmation ends the wait, so that a mail server
 * that refuses the confirmation does not delay a delivery that was paid for.
 */
export const awaitsOrderMail = ({ owedMails }: Pick<NdaState, 'owedMails'>): boolean =>
  owedMails.owed.some(({ kind, tried }) => kind === 'order' && tried !== true);

/** Milliseconds after which a waiting job checks again. */
export const ORDER_MAIL_WAIT_MS = 2000;
