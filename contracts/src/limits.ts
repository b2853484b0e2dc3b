// Business constants and limits. The maximum lengths of the terms are in `nda/term-fields.ts`. Lengths are
// counted after trimming, in UTF-16 units.

/** Milliseconds. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/**
 * A session of an admin or auditor ends `SESSION_LIFE_MS` after its login or `SESSION_IDLE_MS` after its last
 * call, whichever comes first (rule:sessions-end).
 */
export const SESSION_LIFE_MS = 12 * HOUR_MS;
export const SESSION_IDLE_MS = 2 * HOUR_MS;

/** The product's working name. Pages, mails and documents use this constant. */
export const PRODUCT_NAME = 'Siegel';

/** Price in integer cents (rule:money-in-cents). All texts use this constant (rule:prices-stand-once). */
export const PRICE_PER_PARTY = 199;
/** Price in integer cents if Party 1 pays for both parties. */
export const PRICE_FOR_BOTH = 398;
export const CURRENCY = 'EUR';

/** Whole EUR. */
export const PENALTY_CUSTOM_MIN = 1;
export const PENALTY_CUSTOM_MAX = 10_000_000;

/** Maximum length of a person's name. A typed signature has the same maximum. */
export const NAME_MAX = 120;

/** A signature's data URL must be longer than this many characters (rule:signature-image). */
export const SIGNATURE_MIN_CHARACTERS = 10;
export const SIGNATURE_MAX_BYTES = 200_000;
export const SIGNATURE_MAX_WIDTH = 2000;
export const SIGNATURE_MAX_HEIGHT = 1000;
/** Pixels. */
export const SIGNATURE_LINE_WIDTH = 2;
/**
 * Limits on the share of inked pixels in a signature's picture. A picture below the minimum is blank. A
 * picture above the maximum is not a drawing (rule:ink-on-paper).
 */
export const SIGNATURE_INK_MIN = 0.0001;
export const SIGNATURE_INK_MAX = 0.4;
/**
 * A pixel counts as ink if its red, green or blue value (0 to 255) differs from that of the paper by more
 * than this.
 */
export const SIGNATURE_INK_CONTRAST = 48;
/** The handwriting fonts for typed names, by number (rule:typed-by-the-service). */
export const HANDS = [1, 2, 3] as const;
export type Hand = (typeof HANDS)[number];

export const INVITATION_DAYS = 7;
/** Number of days until an invitation ends if no mail server accepts its mail. */
export const UNSENT_INVITATION_DAYS = 14;
/** Days after which the service gives up sending a mail that only informs. */
export const NOTICE_DAYS = 7;
/** Days after which the service gives up sending an order confirmation. */
export const ORDER_MAIL_DAYS = 30;
/**
 * Number of hours after an invitation. If a mail server accepts the invitation's mail only after these hours,
 * the invitation's days begin again at the acceptance.
 */
export const INVITATION_PROMPT_HOURS = 1;
/** Milliseconds. Two manual reminders within this time count as one. */
export const REMINDER_REPEAT_MS = 60_000;
/** Minimum number of days between an automatic reminder and the previous mail to the same address. */
export const REMINDER_DISTANCE_DAYS = 1;
export const INVITATIONS_MAX = 3;
export const ADDRESSES_MAX = 3;
export const MANUAL_REMINDERS_MAX = 3;

/**
 * Limits on acts that could be repeated endlessly. Each such act may add an event (rule:streams-are-bounded).
 */
export const CHANGES_OF_SIGNING_MAX = 10;
export const PAYMENT_ATTEMPTS_MAX = 20;
/**
 * Maximum number of intents that are recorded for one payment attempt, including the first one
 * (rule:streams-are-bounded).
 */
export const INTENTS_PER_ATTEMPT_MAX = 5;
/**
 * Limits on declined cards in one payment attempt. Only the first `DECLINES_RECORDED` declined cards are
 * recorded. After `DECLINES_MAX` declined cards the attempt ends.
 */
export const DECLINES_RECORDED = 10;
export const DECLINES_MAX = 20;
/** Maximum number of failures recorded for one kind of mail to one party. */
export const MAIL_FAILURES_MAX = 30;
/** Maximum number of uses that are recorded for one signing link. */
export const OPENINGS_MAX = 50;
/**
 * Automatic reminders in the order in which they are sent. The key is the name of the reminder in events. The
 * value is the number of days after the time at which the invitation's days begin.
 */
export const AUTOMATIC_REMINDERS = { day1: 1, day3: 3, day6: 6 } as const;
export type AutomaticReminder = keyof typeof AUTOMATIC_REMINDERS;

export const VOUCHER_CATEGORY_DEFAULT = '10-day-code';
export const VOUCHER_VALIDITY_DAYS = 10;
/** Excludes letters and digits that are easily mistaken for each other (0 O, 1 I L). */
export const VOUCHER_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
export const VOUCHER_RECIPIENT_MAX = 120;

/** Days for which a browser keeps its creator key (rule:creator-key). */
export const CREATOR_KEY_DAYS = 90;
/**
 * Limits on links that continue an agreement in another browser: the number of days for which a link works,
 * and the number of links of an NDA per day and in total.
 */
export const CONTINUE_LINK_DAYS = 1;
export const CONTINUE_LINKS_A_DAY = 3;
export const CONTINUE_LINKS_MAX = 60;
/** Maximum size in bytes of a JSON request body. */
export const BODY_MAX_BYTES = 1_000_000;

/** Milliseconds (rule:timings-of-the-screen). */
export const POLL_REMOTE_MS = 5000;
export const POLL_FINISH_MS = 2000;
/** Milliseconds between two polls of an agreement in which nothing can be changed at the moment. */
export const POLL_CLOSED_MS = 30_000;
export const SEND_TIMEOUT_MS = 30_000;
export const IN_PERSON_COMPLETION_DELAY_MS = 500;
export const ADMIN_REDIRECT_MS = 1000;
/** Interval at which visible figures and lists of the admin pages are refreshed. */
export const ADMIN_REFRESH_MS = 30_000;
/**
 * Time during which closing an obligation can be undone. The browser tells the server about the closing only
 * after that time.
 */
export const UNDO_MS = 10_000;
/** Time after which the page says that loading takes longer than usual. */
export const SLOW_MS = 10_000;
export const TOAST_MS = 5000;
export const TOAST_SWIPE_PX = 50;
export const INVITE_CHECK_MS = 1000;
export const INVITE_CHECKS = 6;

/** Maximum number of NDAs in the list of a creator's browser. The list shows the newest NDAs. */
export const OWN_NDAS_MAX = 50;
export const NDA_PAGE_SIZE = 20;
export const VOUCHER_PAGE_SIZE = 5;
export const OBLIGATION_PAGE_SIZE = 20;
export const READING_PAGE_SIZE = 50;
/** Number of events of a history in one response: the default, and the maximum. */
export const EVENT_PAGE_SIZE = 200;
export const EVENT_PAGE_MAX = 500;
/**
 * Number of characters of a search by the admin. The minimum applies to the folded text, the maximum to the
 * received text.
 */
export const SEARCH_MIN = 3;
export const SEARCH_MAX = 200;
/** Maximum number of hits of a search that are counted and that the admin can page through. */
export const SEARCH_HITS_MAX = 1000;
/** Maximum length of the note with which a person ends an obligation. */
export const OBLIGATION_NOTE_MAX = 500;
/** Maximum length of the reason for a legal hold. */
export const LEGAL_HOLD_REASON_MAX = 500;
/**
 * Maximum number of messages in a conversation with the assistant, and maximum number of characters in each
 * message.
 */
export const CHAT_MESSAGES_MAX = 40;
export const CHAT_MESSAGE_MAX = 4000;
/** Maximum lengths in a withdrawal: of the text that names the order, and of the message. */
export const WITHDRAWAL_REFERENCE_MAX = 120;
export const WITHDRAWAL_MESSAGE_MAX = 2000;
/** Maximum size in bytes of a PDF to be verified. */
export const VERIFY_MAX_BYTES = 10_000_000;
