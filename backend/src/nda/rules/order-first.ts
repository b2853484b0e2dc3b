import type { NdaState } from '../nda.state.js';

/**
 * What performs is not mailed before the order that it performs was confirmed, or that was tried in vain
 * (rule:order-mail-first): no mail server that refuses it holds up a delivery that is paid.
 */
export const awaitsOrderMail = ({ owedMails }: Pick<NdaState, 'owedMails'>): boolean =>
  owedMails.owed.some(({ kind, tried }) => kind === 'order' && tried !== true);

/** Milliseconds after which whatever waits looks again. */
export const ORDER_MAIL_WAIT_MS = 2000;
