// Business constants and limits; the lengths of the terms' texts are in `nda/term-fields.ts`. Lengths are
// counted after trimming, in UTF-16 units.

/** Milliseconds. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** A session of admin or auditor ends so long after its login, or so long after its last call (rule:sessions-end). */
export const SESSION_LIFE_MS = 12 * HOUR_MS;
export const SESSION_IDLE_MS = 2 * HOUR_MS;

/** The product's working name; nowhere else is it written in code. */
export const PRODUCT_NAME = 'Siegel';

/** Integer cents (rule:money-in-cents); no sentence names them by itself (rule:prices-stand-once). */
export const PRICE_PER_PARTY = 199;
/** Integer cents, when Party 1 pays for both. */
export const PRICE_FOR_BOTH = 398;
export const CURRENCY = 'EUR';

/** Whole EUR. */
export const PENALTY_CUSTOM_MIN = 1;
export const PENALTY_CUSTOM_MAX = 10_000_000;

/** Of a person; a typed signature is one, too. */
export const NAME_MAX = 120;

/** A signature's data URL must be longer than this many characters (rule:signature-image). */
export const SIGNATURE_MIN_CHARACTERS = 10;
export const SIGNATURE_MAX_BYTES = 200_000;
export const SIGNATURE_MAX_WIDTH = 2000;
export const SIGNATURE_MAX_HEIGHT = 1000;
/** Pixels. */
export const SIGNATURE_LINE_WIDTH = 2;
/** The share of a signature's picture that is ink: less is a blank one, more is no drawing (rule:ink-on-paper). */
export const SIGNATURE_INK_MIN = 0.0001;
export const SIGNATURE_INK_MAX = 0.4;
/** Of 255: what differs from the paper by more, in red, green or blue, is ink. */
export const SIGNATURE_INK_CONTRAST = 48;
/** In which a typed name is written, by number (rule:typed-by-the-service). */
export const HANDS = [1, 2, 3] as const;
export type Hand = (typeof HANDS)[number];

export const INVITATION_DAYS = 7;
/** While no mail server has accepted its mail, an invitation lasts so long. */
export const UNSENT_INVITATION_DAYS = 14;
/** Of a mail that only tells of something nothing is tried after so many days. */
export const NOTICE_DAYS = 7;
/** Of an order confirmation nothing is tried after so many days. */
export const ORDER_MAIL_DAYS = 30;
/** Accepted later than that after the invitation, its days begin with the acceptance. */
export const INVITATION_PROMPT_HOURS = 1;
/** Two manual reminders within it are one. Milliseconds. */
export const REMINDER_REPEAT_MS = 60_000;
/** So many days, at least, after any other mail to the address an automatic reminder goes out. */
export const REMINDER_DISTANCE_DAYS = 1;
export const INVITATIONS_MAX = 3;
export const ADDRESSES_MAX = 3;
export const MANUAL_REMINDERS_MAX = 3;

/** What could be asked again and again, once for each event that it may leave (rule:streams-are-bounded). */
export const CHANGES_OF_SIGNING_MAX = 10;
export const PAYMENT_ATTEMPTS_MAX = 20;
/** Intents that are kept of one attempt, the first included (rule:streams-are-bounded). */
export const INTENTS_PER_ATTEMPT_MAX = 5;
/** Of the cards that are declined in one attempt the first are recorded; with the last the attempt ends. */
export const DECLINES_RECORDED = 10;
export const DECLINES_MAX = 20;
/** Recorded failures of one kind of mail to one party. */
export const MAIL_FAILURES_MAX = 30;
/** Recorded uses of one link to sign. */
export const OPENINGS_MAX = 50;
/** Days after the days of the invitation began, by the name under which events keep an automatic reminder; oldest first. */
export const AUTOMATIC_REMINDERS = { day1: 1, day3: 3, day6: 6 } as const;
export type AutomaticReminder = keyof typeof AUTOMATIC_REMINDERS;

export const VOUCHER_CATEGORY_DEFAULT = '10-day-code';
export const VOUCHER_VALIDITY_DAYS = 10;
/** Without the letters and digits that are mistaken for each other (0 O, 1 I L). */
export const VOUCHER_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
export const VOUCHER_RECIPIENT_MAX = 120;

/** For which a browser keeps its creator key (rule:creator-key). */
export const CREATOR_KEY_DAYS = 90;
/** A link to continue in another browser works so long, is asked for so often in a day, and over the NDA's life. */
export const CONTINUE_LINK_DAYS = 1;
export const CONTINUE_LINKS_A_DAY = 3;
export const CONTINUE_LINKS_MAX = 60;
/** Bytes of a JSON request body. */
export const BODY_MAX_BYTES = 1_000_000;

/** Milliseconds (rule:timings-of-the-screen). */
export const POLL_REMOTE_MS = 5000;
export const POLL_FINISH_MS = 2000;
export const SEND_TIMEOUT_MS = 30_000;
export const IN_PERSON_COMPLETION_DELAY_MS = 500;
export const ADMIN_REDIRECT_MS = 1000;
/** Figures and lists of the office, while somebody sees them. */
export const OFFICE_REFRESH_MS = 30_000;
/** For which the closing of an obligation can be taken back, since it is told to nobody until then. */
export const UNDO_MS = 10_000;
/** Until loading says that it takes longer than usual. */
export const SLOW_MS = 10_000;
export const TOAST_MS = 5000;
export const TOAST_SWIPE_PX = 50;
export const INVITE_CHECK_MS = 1000;
export const INVITE_CHECKS = 6;

/** Of a browser's own NDAs, the newest ones. */
export const OWN_NDAS_MAX = 50;
export const NDA_PAGE_SIZE = 20;
export const VOUCHER_PAGE_SIZE = 5;
export const OBLIGATION_PAGE_SIZE = 20;
export const READING_PAGE_SIZE = 50;
/** Events of a history in one answer: unless asked otherwise, and at most. */
export const EVENT_PAGE_SIZE = 200;
export const EVENT_PAGE_MAX = 500;
/** Characters of what the admin searches for, once it is folded, and as it comes in. */
export const SEARCH_MIN = 3;
export const SEARCH_MAX = 200;
/** Of the hits of a search so many are counted and can be paged through. */
export const SEARCH_HITS_MAX = 1000;
/** Of what a person notes on ending an obligation. */
export const OBLIGATION_NOTE_MAX = 500;
/** Characters of the reason of a legal hold. */
export const LEGAL_HOLD_REASON_MAX = 500;
/** Messages of a conversation with the assistant, and characters of one of them. */
export const CHAT_MESSAGES_MAX = 40;
export const CHAT_MESSAGE_MAX = 4000;
/** Of what names an order in a withdrawal, and of what may be said beside it. */
export const WITHDRAWAL_REFERENCE_MAX = 120;
export const WITHDRAWAL_MESSAGE_MAX = 2000;
/** Bytes of a PDF that is to be verified. */
export const VERIFY_MAX_BYTES = 10_000_000;
