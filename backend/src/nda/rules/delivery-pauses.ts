/** When a mail that failed is tried again, and when no longer; and which attempts are told. All pure. */

const FIRST_MS = 30_000;
const LONGEST_MS = 6 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const REFUSED_FOR_MS = 14 * DAY_MS;

/** The provider's last word about this message for this address. */
export const MAIL_REFUSED = 'mail_refused';
/** The recipient took the message for unwanted mail. */
export const SPAM = 'spam';

/** Nothing that is reported of this message later makes it good: a delivery is then older news. */
export const hasBouncedForGood = ({ code, permanent }: { code: string; permanent: boolean }): boolean =>
  permanent || code === SPAM;

/**
 * Milliseconds from one attempt to the next (rule:retried-while-owed): passing faults and those of our
 * set-up from 30 s to 6 h, a refusal daily.
 * @param attempt counted from 1
 */
export const mailPauseMs = (code: string, attempt: number): number =>
  code === MAIL_REFUSED ? DAY_MS : Math.min(FIRST_MS * 2 ** Math.min(attempt - 1, 20), LONGEST_MS);

/** A refusal is believed after two weeks. Both ISO 8601 UTC. */
export const isRefusedForGood = (firstRefusedAt: string, now: string): boolean =>
  Date.parse(now) - Date.parse(firstRefusedAt) >= REFUSED_FOR_MS;

/**
 * The first three failed attempts are recorded, then the 4th, 8th, 16th, …: the history does not fill up with
 * one outage. One that fails otherwise than the history tells is recorded at once.
 * @param told code that the history tells last
 */
export const isWorthRecording = (attempt: number, code: string, told: string | undefined): boolean =>
  code !== told || attempt <= 3 || Number.isInteger(Math.log2(attempt));

/**
 * The number of an attempt, as far as the history bears it out: what the queue counts is a row, and of real attempts
 * each power of two that fails is recorded (rule:jobs-prove-their-cause).
 * @param counted by the queue @param told the highest number that the history has of it; 0 where none
 */
export const attemptBorneOut = (counted: number, told: number): number =>
  Math.max(1, Math.min(counted, 2 * told));
