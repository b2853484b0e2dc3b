import type { MailFault } from './mail-transport.js';

/** What the client tells of an error (RFC 5321 section 4.2.1: 4yz is passing, 5yz is the last word). */
interface SmtpError {
  /** The server's, where it answered. */
  readonly responseCode?: number;
  /** All of what it answered. */
  readonly response?: string;
  /** The client's own: `EAUTH`, `ETLS`, `EENVELOPE`, … */
  readonly code?: string;
  /** Of the error below it, such as `ECONNREFUSED`. */
  readonly originalCode?: string;
  /** Upon which the server answered: `CONN`, `EHLO`, `AUTH PLAIN`, `MAIL FROM`, `RCPT TO`, `DATA`. */
  readonly command?: string;
}

/** RFC 4954 section 6, and RFC 3207 section 4: a password that is wrong or missing, too weak a connection. */
const ABOUT_LOGIN = [530, 534, 535, 538, 554];

/** A certificate that is not trusted, TLS spoken to a port that does not speak it, versions that do not meet. */
export const ABOUT_TLS =
  /^(CERT_|ERR_TLS_(?!HANDSHAKE_TIMEOUT)|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_(CA|PURPOSE)$|ERR_SSL_(WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|TLSV1_ALERT_PROTOCOL_VERSION)$)/;

/**
 * Enhanced status codes that speak of login, encryption, and what the sender's domain says of our server (RFC
 * 3463, 4954, 7372, 7505).
 */
const ABOUT_US = /^5\.7\.(8|9|11|2\d)$/;
/** The address or its mailbox, whatever words come with it. */
const ABOUT_ADDRESS = /^5\.[12]\./;
const statusOf = (response: string): string => /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? '';

/** Addresses and names of hosts, which may hold any word. */
const NAMES = /<[^>]*>|\S*@\S*|\S+\.[a-z]\S*/gi;
const SPEAKS_OF_RELAYING = /\brelay(ing|ed)?\b|\brcpthosts\b/i;

/** Whether a refusal of a recipient or a message is about how we are set up, as no other address would change. */
function isAboutUs(responseCode: number, response: string): boolean {
  const status = statusOf(response);
  if (responseCode === 530 || ABOUT_US.test(status)) return true;
  return !ABOUT_ADDRESS.test(status) && SPEAKS_OF_RELAYING.test(response.replace(NAMES, ''));
}

/**
 * What a failed attempt means. A refusal says something of the message or its address only when the server
 * has let us in, knows the sender and takes mail from us for others: before that it is about how we are set up.
 */
export function smtpFault(error: unknown): MailFault {
  const { responseCode = 0, response = '', code = '', originalCode = '', command = '' } = error as SmtpError;
  if (code === 'EAUTH' || code === 'ETLS')
    return responseCode >= 400 && responseCode < 500 ? 'mail_unreachable' : 'mail_setup';
  if (ABOUT_TLS.test(originalCode)) return 'mail_setup';
  const isLastWord = responseCode >= 500;
  // Without an answer: the client itself found that this server cannot take such an address.
  if (code === 'EENVELOPE' && responseCode === 0) return 'mail_refused';
  if (!isLastWord) return 'mail_unreachable';
  if (command === 'RCPT TO' || command === 'DATA')
    return isAboutUs(responseCode, response) ? 'mail_setup' : 'mail_refused';
  return ABOUT_LOGIN.includes(responseCode) || command === 'MAIL FROM' ? 'mail_setup' : 'mail_unreachable';
}
