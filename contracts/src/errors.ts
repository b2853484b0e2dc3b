import { ASSISTANT_CODES } from './errors/assistant-errors.js';
import { DELIVERY_CODES } from './errors/delivery-errors.js';
import { GENERAL_CODES } from './errors/general-errors.js';
import { INVITATION_CODES } from './errors/invitation-errors.js';
import { PAYMENT_CODES } from './errors/payment-errors.js';
import { SIGNING_CODES } from './errors/signing-errors.js';
import type { ErrorEntry } from './errors/error-entry.js';

/**
 * Every stable error code with its HTTP status and its text in both languages (rule:errors-are-problems).
 * Each text says what to do next.
 */
export const ERRORS = {
  ...GENERAL_CODES,
  ...SIGNING_CODES,
  ...PAYMENT_CODES,
  ...INVITATION_CODES,
  ...DELIVERY_CODES,
  ...ASSISTANT_CODES,
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

type Words = Pick<ErrorEntry, 'de' | 'en'>;

/**
 * The text of `rate_limited` if all clients together made too many calls. The person who reads this text did
 * nothing wrong.
 */
export const BUSY_WORDS = {
  de: 'Das wird gerade von so vielen zugleich benutzt, dass wir es kurz anhalten mussten. An Ihnen liegt es nicht, und es ist nichts verloren. Bitte versuchen Sie es in einer Stunde noch einmal.',
  en: 'So many people are using this right now that we had to pause it for a while. You did nothing wrong, and nothing is lost. Please try again in an hour.',
} as const;

/**
 * Texts that replace the text of `stream_untrusted` if the closed stream is not that of an agreement. `voucher`
 * is about a voucher that somebody redeems or that the admin changes, `other` about anything else, for example
 * a session.
 */
export const CLOSED_WORDS = {
  voucher: {
    de: 'Dieser Gutschein lässt sich gerade nicht verwenden. Der Betreiber ist informiert.',
    en: 'This voucher cannot be used at the moment. The operator has been informed.',
  },
  other: {
    de: 'Hier lässt sich gerade nichts ändern. Der Betreiber ist informiert.',
    en: 'Nothing can be changed here at the moment. The operator has been informed.',
  },
} as const satisfies Record<string, Words>;

/**
 * Texts that replace the texts in `ERRORS` if Party 1 opens the link that continues an agreement in another
 * browser. The texts in `ERRORS` do not fit, because nobody signs through such a link.
 */
export const CONTINUE_ERRORS = {
  invalid_link: {
    de: 'Dieser Link ist ungültig. Bitte lassen Sie sich dort, wo Sie die Vereinbarung erstellt haben, einen neuen schicken.',
    en: 'This link is not valid. Please have a new one sent to you from where you created the agreement.',
  },
  link_expired: {
    de: 'Dieser Link gilt nicht mehr. Bitte lassen Sie sich dort, wo Sie die Vereinbarung erstellt haben, einen neuen schicken.',
    en: 'This link is no longer valid. Please have a new one sent to you from where you created the agreement.',
  },
  link_used: {
    de: 'Dieser Link wurde bereits benutzt; er gilt einmal. Bitte lassen Sie sich dort, wo Sie die Vereinbarung erstellt haben, einen neuen schicken.',
    en: 'This link has already been used; it works once. Please have a new one sent to you from where you created the agreement.',
  },
} as const satisfies Partial<Record<ErrorCode, Words>>;

/**
 * Texts that replace the texts in `ERRORS` in responses of the assistant. The texts in `ERRORS` are about
 * rewriting a description. The assistant does not rewrite descriptions.
 */
export const ASSISTANT_ERRORS = {
  ai_not_configured: {
    de: 'Der Assistent ist auf diesem Server nicht eingerichtet.',
    en: 'The assistant is not set up on this server.',
  },
  ai_failed: {
    de: 'Der Assistent hat nicht geantwortet. Bitte versuchen Sie es noch einmal.',
    en: 'Failed to get chat response. Please try again.',
  },
  ai_timeout: {
    de: 'Die Antwort hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
    en: 'The answer took too long. Please try again.',
  },
} as const satisfies Partial<Record<ErrorCode, Words>>;
