import type { ErrorCode } from '@siegel/contracts/errors';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
/** The hourly limit for all clients without an address together. */
const HIDDEN_MAX = 30;

/** The codes with which a body is refused before the request has any effect. */
const REFUSED_FORM: readonly ErrorCode[] = [
  'validation_failed',
  'malformed_json',
  'unsupported_media_type',
  'body_too_large',
];
const WRONG_VOUCHER: readonly ErrorCode[] = ['voucher_unknown', 'voucher_used', 'voucher_expired'];

export interface LimitRule {
  readonly max: number;
  /** Length of the window in seconds. */
  readonly seconds: number;
  /**
   * How the limit counts calls.
   * - `exact` queries the database on each call and never lets more calls pass than the limit allows.
   * - `rolling` does the same, but its window always ends at the current call.
   * - `shared` counts in memory and synchronises with the other backends every second. A call needs no query.
   */
  readonly counting: 'exact' | 'rolling' | 'shared';
  /** If given, the limit counts only calls that are refused with one of these codes. */
  readonly countedCodes?: readonly ErrorCode[];
  /** If given, the limit does not count calls that are refused with one of these codes. */
  readonly uncountedCodes?: readonly ErrorCode[];
  /**
   * The maximum for clients whose address is unknown and whose request contains no id or token of an
   * agreement, voucher or link. All these clients are counted together (rule:clients-without-an-address). By
   * default it is `max`.
   */
  readonly maxWithoutAddress?: number;
  /**
   * If given, the limit does not count calls per client. `recipients` counts mails per recipient, and refuses
   * with `mail_limit` (rule:asked-mails-are-limited). `everybody` counts the calls of all clients together,
   * and refuses in words that do not blame the caller (rule:costs-have-a-ceiling).
   */
  readonly counts?: 'recipients' | 'everybody';
  /** A second limit, which counts the same call for all clients together (rule:costs-have-a-ceiling). */
  readonly ceiling?: 'allRewrites' | 'allChats' | 'allWrongVouchers';
  /** If given, RATE_LIMIT_FACTOR does not change the limit. */
  readonly isFixed?: true;
}

/**
 * Most limits count calls per client address, and per /64 network for IPv6 (rule:limits-per-address). The
 * login has its own rules (`login-throttle.ts`).
 */
export const LIMITS = {
  general: { max: 600, seconds: MINUTE, counting: 'shared' },
  /** Providers call webhooks from a few addresses, at most 50 times a second. */
  webhooks: { max: 3600, seconds: MINUTE, counting: 'shared' },
  /** Every page loads a dozen files. */
  pages: { max: 3000, seconds: MINUTE, counting: 'shared' },
  /** Load balancers and Prometheus call from one address. */
  health: { max: 600, seconds: MINUTE, counting: 'shared' },
  /**
   * Counts all calls of clients without an address together, in addition to the other limits. The other
   * limits count such a client under the id or token in its request. The client could avoid them by naming
   * another agreement or link in each call.
   */
  hidden: { max: 6000, seconds: MINUTE, counting: 'shared' },
  analytics: { max: 60, seconds: MINUTE, counting: 'shared' },
  optimise: {
    max: 10,
    seconds: HOUR,
    counting: 'exact',
    maxWithoutAddress: HIDDEN_MAX,
    ceiling: 'allRewrites',
  },
  /** Each rewriting costs the operator money at the AI provider. */
  allRewrites: { max: 300, seconds: HOUR, counting: 'exact', counts: 'everybody' },
  /** Counted per session of the admin. */
  chat: { max: 60, seconds: HOUR, counting: 'exact', ceiling: 'allChats' },
  allChats: { max: 300, seconds: HOUR, counting: 'exact', counts: 'everybody' },
  /**
   * A form that the user has to correct is not counted, because many people can share one address and its
   * limit.
   */
  ndas: {
    max: 30,
    seconds: HOUR,
    counting: 'exact',
    maxWithoutAddress: HIDDEN_MAX,
    uncountedCodes: REFUSED_FORM,
  },
  wrongVouchers: {
    max: 10,
    seconds: HOUR,
    counting: 'exact',
    countedCodes: WRONG_VOUCHER,
    ceiling: 'allWrongVouchers',
  },
  /**
   * If ten thousand vouchers are unused, guessing at this rate finds one voucher in ten thousand hours. The
   * limit is high, because all customers have to wait once it is reached.
   */
  allWrongVouchers: {
    max: 2000,
    seconds: HOUR,
    counting: 'exact',
    counts: 'everybody',
    countedCodes: WRONG_VOUCHER,
  },
  /**
   * Counts the wrong passwords from addresses that have never logged in before, for all such addresses
   * together (rule:login-is-throttled).
   */
  strangersLogin: { max: 60, seconds: MINUTE, counting: 'exact' },
  /**
   * Counted per NDA, not per address. Reading an image costs more than any other request that a party makes.
   */
  signatures: { max: 20, seconds: MINUTE, counting: 'exact' },
  /** Counted per address, for all NDAs together. */
  signing: { max: 60, seconds: MINUTE, counting: 'shared' },
  /**
   * Counts the requests for a name rendered in handwriting. A screen makes this request when the user stops
   * typing (rule:typed-by-the-service).
   */
  typedNames: { max: 60, seconds: MINUTE, counting: 'shared' },
  /**
   * Each call can start the delivery of the document. A screen makes the call when the user presses a button
   * (rule:send-again-is-safe).
   */
  sendEmail: { max: 60, seconds: MINUTE, counting: 'shared' },
  verify: { max: 20, seconds: HOUR, counting: 'exact', maxWithoutAddress: HIDDEN_MAX },
  /** Beyond this limit a withdrawal is accepted without a mail (rule:withdrawal-receipt). */
  mailedWithdrawals: { max: 5, seconds: HOUR, counting: 'exact', maxWithoutAddress: HIDDEN_MAX },
  /**
   * Counts the withdrawals of each client. A withdrawal beyond this limit is refused. Both maximums are ten
   * times those of `mailedWithdrawals`.
   */
  withdrawals: { max: 50, seconds: HOUR, counting: 'exact', maxWithoutAddress: 10 * HIDDEN_MAX },
  /** Counts the withdrawals of all clients together. Beyond this limit a withdrawal is refused. */
  allWithdrawals: { max: 500, seconds: HOUR, counting: 'exact' },
  /** Counts the withdrawal receipts to each mailbox that belongs to no known order. */
  withdrawalReceipts: { max: 3, seconds: DAY, counting: 'rolling', counts: 'recipients', isFixed: true },
  /**
   * Counts, for each recipient, the mails that were caused by requests. The mails of all NDAs and withdrawals
   * are counted together.
   */
  mails: { max: 20, seconds: DAY, counting: 'exact', counts: 'recipients' },
  /**
   * Counts the mails that were caused by people who have not paid for anything. The mails to all recipients
   * are counted together.
   */
  allUnpaidMails: { max: 300, seconds: HOUR, counting: 'exact', counts: 'everybody' },
} as const satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof LIMITS;

/** Returns the limit that counts every call of a route. @param route the declared pattern, or `unknown` */
export function limitOfRoute(route: string): LimitName {
  if (route === '/*') return 'pages';
  if (route.startsWith('/api/webhooks/')) return 'webhooks';
  return /^\/(?:health\/|metrics$)/.test(route) ? 'health' : 'general';
}
