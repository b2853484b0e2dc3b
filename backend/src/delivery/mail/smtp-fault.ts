import type { MailFault } from './mail-transport.js';

/** What the client tells of an error (RFC 5321 section 4.2.1: 4yz is passing, 5yz is the last word). */
interface SmtpError {
  /** The server's, where it answered. */
  readonly responseCode?: number;
  /** The client's own: `EAUTH`, `ETLS`, `EENVELOPE`, … */
  readonly code?: string;
  /** Upon which the server answered: `CONN`, `EHLO`, `AUTH PLAIN`, `MAIL FROM`, `RCPT TO`, `DATA`. */
  readonly command?: string;
}

/** RFC 4954 section 6, and RFC 3207 section 4: a password that is wrong or missing, too weak a connection. */
const ABOUT_LOGIN = [530, 534, 535, 538, 554];

/**
 * What a failed attempt means. A refusal says something of the message or its address only when the server
 * has let us in and knows the sender: before that it is about how we are set up.
 */
export function smtpFault(error: unknown): MailFault {
  const { responseCode = 0, code = '', command = '' } = error as SmtpError;
  if (code === 'EAUTH' || code === 'ETLS')
    return responseCode >= 400 && responseCode < 500 ? 'mail_unreachable' : 'mail_setup';
  const isLastWord = responseCode >= 500;
  // Without an answer: the client itself found that this server cannot take such an address.
  if (code === 'EENVELOPE' && responseCode === 0) return 'mail_refused';
  if (!isLastWord) return 'mail_unreachable';
  if (command === 'RCPT TO' || command === 'DATA')
    return command === 'RCPT TO' && responseCode === 530 ? 'mail_setup' : 'mail_refused';
  return ABOUT_LOGIN.includes(responseCode) || command === 'MAIL FROM' ? 'mail_setup' : 'mail_unreachable';
}
