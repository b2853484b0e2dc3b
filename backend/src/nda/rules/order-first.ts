import type { NdaState } from '../nda.state.js';

/**
 * True while mails that perform an order have to wait for its confirmation (rule:order-mail-first). One
 * failed attempt to send the confirmation ends the wait: a mail server that refuses it does not delay a paid
 * delivery.
 */
export const awaitsOrderMail = ({ owedMails }: Pick<NdaState, 'owedMails'>): boolean =>
  owedMails.owed.some(({ kind, tried }) => kind === 'order' && tried !== true);

/** Milliseconds after which a waiting job checks again. */
export const ORDER_MAIL_WAIT_MS = 2000;
