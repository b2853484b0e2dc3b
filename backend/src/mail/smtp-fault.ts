import type { MailFault } from './mail-transport.js';

/** An error of the SMTP client. RFC 5321 section 4.2.1: codes 4yz are temporary, codes 5yz are final. */
interface SmtpError {
  /** The server's reply code, if the server replied. */
  readonly responseCode?: number;
  /** The server's whole reply. */
  readonly response?: string;
  /** The client's own code: `EAUTH`, `ETLS`, `EENVELOPE`, … */
  readonly code?: string;
  /** Code of the underlying error, such as `ECONNREFUSED`. */
  readonly originalCode?: string;
  /**
   * The command to which the server replied: `CONN`, `EHLO`, `AUTH PLAIN`, `MAIL FROM`, `RCPT TO`, `DATA`.
   */
  readonly command?: string;
}

/**
 * Reply codes for these causes: the password is wrong or missing, or the connection is not secure enough (RFC
 * 4954 section 6, RFC 3207 section 4).
 */
const ABOUT_LOGIN = [530, 534, 535, 538, 554];

/**
 * Error codes for these causes: the certificate is not trusted, the port does not speak TLS, or client and
 * server share no TLS version.
 */
export const ABOUT_TLS =
  /^(CERT_|ERR_TLS_(?!HANDSHAKE_TIMEOUT)|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_(CA|PURPOSE)$|ERR_SSL_(WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|TLSV1_ALERT_PROTOCOL_VERSION)$)/;

/**
 * Enhanced status codes about login, encryption, and restrictions that the sender's domain publishes for
 * servers like ours (RFC 3463, 4954, 7372, 7505).
 */
const ABOUT_US = /^5\.7\.(8|9|11|2\d)$/;
/** Status codes about the address or its mailbox, regardless of the reply's text. */
const ABOUT_ADDRESS = /^5\.[12]\./;
const statusOf = (response: string): string => /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? '';

/**
 * Matches addresses and host names. They may contain any word, so the search for words about relaying leaves
 * them out.
 */
const NAMES = /<[^>]*>|\S*@\S*|\S+\.[a-z]\S*/gi;
const SPEAKS_OF_RELAYING = /\brelay(ing|ed)?\b|\brcpthosts\b/i;

/**
 * True if the server refused a recipient or a message because of our setup. The server would then refuse any
 * other address too.
 */
function isAboutUs(responseCode: number, response: string): boolean {
  const status = statusOf(response);
  if (responseCode === 530 || ABOUT_US.test(status)) return true;
  return !ABOUT_ADDRESS.test(status) && SPEAKS_OF_RELAYING.test(response.replace(NAMES, ''));
}

/**
 * Interprets the error of a failed attempt. If the server has accepted our login, the sender and relaying, a
 * refusal is about the message or its address. Any earlier refusal is about our setup.
 */
export function smtpFault(error: unknown): MailFault {
  const { responseCode = 0, response = '', code = '', originalCode = '', command = '' } = error as SmtpError;
  if (code === 'EAUTH' || code === 'ETLS')
    return responseCode >= 400 && responseCode < 500 ? 'mail_unreachable' : 'mail_setup';
  if (ABOUT_TLS.test(originalCode)) return 'mail_setup';
  const isLastWord = responseCode >= 500;
  // If there is no reply code, the client itself found that this server cannot accept such an address.
  if (code === 'EENVELOPE' && responseCode === 0) return 'mail_refused';
  if (!isLastWord) return 'mail_unreachable';
  if (command === 'RCPT TO' || command === 'DATA')
    return isAboutUs(responseCode, response) ? 'mail_setup' : 'mail_refused';
  return ABOUT_LOGIN.includes(responseCode) || command === 'MAIL FROM' ? 'mail_setup' : 'mail_unreachable';
}
