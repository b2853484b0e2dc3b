/**
 * Decides when a failed mail is tried again, when the service stops trying, and which attempts are recorded.
 * All pure.
 */

const FIRST_MS = 30_000;
const LONGEST_MS = 6 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const REFUSED_FOR_MS = 14 * DAY_MS;

/** The provider refuses this message for this address. */
export const MAIL_REFUSED = 'mail_refused';
/** The recipient marked the message as spam. */
export const SPAM = 'spam';

/**
 * True if the bounce is permanent. No later report about the message can resolve a permanent bounce. Even if
 * the delivery is reported later, the delivery happened before the bounce.
 */
export const hasBouncedForGood = ({ code, permanent }: { code: string; permanent: boolean }): boolean =>
  permanent || code === SPAM;

/**
 * Returns the milliseconds from one attempt to the next (rule:retried-while-owed). After a refusal the pause
 * is a day. After a temporary fault or a fault of our set-up the pause grows from 30 s to 6 h.
 * @param attempt counted from 1
 */
export const mailPauseMs = (code: string, attempt: number): number =>
  code === MAIL_REFUSED ? DAY_MS : Math.min(FIRST_MS * 2 ** Math.min(attempt - 1, 20), LONGEST_MS);

/**
 * True once the first refusal is two weeks old. The refusal then counts as final. Both times are ISO 8601
 * UTC.
 */
export const isRefusedForGood = (firstRefusedAt: string, now: string): boolean =>
  Date.parse(now) - Date.parse(firstRefusedAt) >= REFUSED_FOR_MS;

/**
 * True if the failed attempt is recorded. The first three attempts are recorded, then the 4th, 8th, 16th, …,
 * so that an outage does not fill the history. A failure whose code differs from the last recorded code is
 * always recorded.
 * @param lastCode the last recorded code
 */
export const isWorthRecording = (attempt: number, code: string, lastCode: string | undefined): boolean =>
  code !== lastCode || attempt <= 3 || Number.isInteger(Math.log2(attempt));

/**
 * Returns the number of an attempt: the queue's count, but at most twice the highest number in the history.
 * The queue's count comes from a row, so the history must confirm it (rule:jobs-prove-their-cause). The
 * history records each failed attempt whose number is a power of two, so a higher count is not plausible.
 * @param counted the number of the attempt according to the queue
 * @param recordedAttempt the highest number in the history; 0 if the history has no attempt
 */
export const plausibleAttempt = (counted: number, recordedAttempt: number): number =>
  Math.max(1, Math.min(counted, 2 * recordedAttempt));
