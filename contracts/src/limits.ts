// Business constants and limits; the lengths of the terms' texts are in `nda/term-fields.ts`. Lengths are
// counted after trimming, in UTF-16 units.

/** Milliseconds. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/**
 * A session of admin or auditor ends this long after its login, or this long after its last call
 * (rule:sessions-end).
 */
export const SESSION_LIFE_MS = 12 * HOUR_MS;
export const SESSION_IDLE_MS = 2 * HOUR_MS;

/** The product's working name. Code writes it nowhere else. */
export const PRODUCT_NAME = 'Siegel';

/** Integer cents (rule:money-in-cents). Every text takes the prices from here (rule:prices-stand-once). */
export const PRICE_PER_PARTY = 199;
/** Integer cents, when Party 1 pays for both. */
export const PRICE_FOR_BOTH = 398;
export const CURRENCY = 'EUR';

/** Whole EUR. */
export const PENALTY_CUSTOM_MIN = 1;
export const PENALTY_CUSTOM_MAX = 10_000_000;

/** Longest name of a person. A typed signature is such a name. */
export const NAME_MAX = 120;

/** A signature's data URL must be longer than this many characters (rule:signature-image). */
export const SIGNATURE_MIN_CHARACTERS = 10;
export const SIGNATURE_MAX_BYTES = 200_000;
export const SIGNATURE_MAX_WIDTH = 2000;
export const SIGNATURE_MAX_HEIGHT = 1000;
/** Pixels. */
export const SIGNATURE_LINE_WIDTH = 2;
/**
 * Share of ink in a signature's picture. A smaller share means a blank picture, a larger one no drawing
 * (rule:ink-on-paper).
 */
export const SIGNATURE_INK_MIN = 0.0001;
export const SIGNATURE_INK_MAX = 0.4;
/** A pixel is ink if its red, green or blue differs from the paper by more than this, of 255. */
export const SIGNATURE_INK_CONTRAST = 48;
/** Handwritings for typed names, by number (rule:typed-by-the-service). */
export const HANDS = [1, 2, 3] as const;
export type Hand = (typeof HANDS)[number];

export const INVITATION_DAYS = 7;
/** Days that an invitation lasts while no mail server has accepted its mail. */
export const UNSENT_INVITATION_DAYS = 14;
/** Days after which the service stops trying to send a mail that only informs. */
export const NOTICE_DAYS = 7;
/** Days after which the service stops trying to send an order confirmation. */
export const ORDER_MAIL_DAYS = 30;
/**
 * Hours after the invitation. If a mail server accepts its mail later, the invitation's days begin with the
 * acceptance.
 */
export const INVITATION_PROMPT_HOURS = 1;
/** Milliseconds. Two manual reminders within this time count as one. */
export const REMINDER_REPEAT_MS = 60_000;
/** Minimum number of days between an automatic reminder and the last mail to the address before it. */
export const REMINDER_DISTANCE_DAYS = 1;
export const INVITATIONS_MAX = 3;
export const ADDRESSES_MAX = 3;
export const MANUAL_REMINDERS_MAX = 3;

/**
 * Limits of acts that could be repeated without end, since each may add an event (rule:streams-are-bounded).
 */
export const CHANGES_OF_SIGNING_MAX = 10;
export const PAYMENT_ATTEMPTS_MAX = 20;
/** Most intents recorded for one attempt, the first included (rule:streams-are-bounded). */
export const INTENTS_PER_ATTEMPT_MAX = 5;
/**
 * Declined cards of one attempt: the first `DECLINES_RECORDED` are recorded, and `DECLINES_MAX` end the
 * attempt.
 */
export const DECLINES_RECORDED = 10;
export const DECLINES_MAX = 20;
/** Most failures recorded for one kind of mail to one party. */
export const MAIL_FAILURES_MAX = 30;
/** Most uses recorded for one link to sign. */
export const OPENINGS_MAX = 50;
/**
 * Automatic reminders, oldest first: the name that events use, and the days after the invitation's days
 * began.
 */
export const AUTOMATIC_REMINDERS = { day1: 1, day3: 3, day6: 6 } as const;
export type AutomaticReminder = keyof typeof AUTOMATIC_REMINDERS;

export const VOUCHER_CATEGORY_DEFAULT = '10-day-code';
export const VOUCHER_VALIDITY_DAYS = 10;
/** Excludes letters and digits that are mistaken for each other (0 O, 1 I L). */
export const VOUCHER_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
export const VOUCHER_RECIPIENT_MAX = 120;

/** Days for which a browser keeps its creator key (rule:creator-key). */
export const CREATOR_KEY_DAYS = 90;
/**
 * Links to continue in another browser: days that one works, links per day, and links over the NDA's life.
 */
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
/** Interval at which visible figures and lists of the admin pages are refreshed. */
export const ADMIN_REFRESH_MS = 30_000;
/**
 * Time within which the closing of an obligation can be undone. The server learns of the closing only
 * afterwards.
 */
export const UNDO_MS = 10_000;
/** Time after which loading says that it takes longer than usual. */
export const SLOW_MS = 10_000;
export const TOAST_MS = 5000;
export const TOAST_SWIPE_PX = 50;
export const INVITE_CHECK_MS = 1000;
export const INVITE_CHECKS = 6;

/** Most NDAs listed for a browser that made them, the newest ones. */
export const OWN_NDAS_MAX = 50;
export const NDA_PAGE_SIZE = 20;
export const VOUCHER_PAGE_SIZE = 5;
export const OBLIGATION_PAGE_SIZE = 20;
export const READING_PAGE_SIZE = 50;
/** Events of a history in one answer: the default, and the maximum. */
export const EVENT_PAGE_SIZE = 200;
export const EVENT_PAGE_MAX = 500;
/**
 * Characters of a search by the admin: the minimum counts the folded text, the maximum the text as received.
 */
export const SEARCH_MIN = 3;
export const SEARCH_MAX = 200;
/** Most hits of a search that are counted and can be paged through. */
export const SEARCH_HITS_MAX = 1000;
/** Characters of a person's note on ending an obligation. */
export const OBLIGATION_NOTE_MAX = 500;
/** Characters of the reason of a legal hold. */
export const LEGAL_HOLD_REASON_MAX = 500;
/** Messages of a conversation with the assistant, and characters of one of them. */
export const CHAT_MESSAGES_MAX = 40;
export const CHAT_MESSAGE_MAX = 4000;
/** Characters of the text that names an order in a withdrawal, and of the message beside it. */
export const WITHDRAWAL_REFERENCE_MAX = 120;
export const WITHDRAWAL_MESSAGE_MAX = 2000;
/** Bytes of a PDF that is to be verified. */
export const VERIFY_MAX_BYTES = 10_000_000;
