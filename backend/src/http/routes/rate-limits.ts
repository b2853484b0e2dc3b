import type { ErrorCode } from '@siegel/contracts/errors';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
/** Per hour, for all clients without an address together. */
const HIDDEN_MAX = 30;

export interface LimitRule {
  readonly max: number;
  /** Length of the window in seconds. */
  readonly seconds: number;
  /**
   * `exact` queries the database on each call and never exceeds the limit. `rolling` does the same, but its
   * window is the time before each call. `shared` counts in memory and synchronises with the other backends
   * every second, so that it costs no query per call.
   */
  readonly counting: 'exact' | 'rolling' | 'shared';
  /** If given, only calls that are refused with one of these codes count. */
  readonly countedCodes?: readonly ErrorCode[];
  /**
   * For all clients together whose address is unknown and whose call names nothing
   * (rule:clients-without-an-address).
   */
  readonly maxWithoutAddress?: number;
  /**
   * Counts recipients of mail instead of clients: one too many is `mail_limit`
   * (rule:asked-mails-are-limited).
   */
  readonly counts?: 'recipients';
  /** RATE_LIMIT_FACTOR does not change it. */
  readonly isFixed?: true;
}

/**
 * Per client address, IPv6 by /64 (rule:limits-per-address). Login has its own rules (`login-throttle.ts`).
 */
export const LIMITS = {
  general: { max: 600, seconds: MINUTE, counting: 'shared' },
  /** Providers report from a few addresses, at most 50 times a second. */
  webhooks: { max: 3600, seconds: MINUTE, counting: 'shared' },
  /** A page comes with a dozen files. */
  pages: { max: 3000, seconds: MINUTE, counting: 'shared' },
  /** Load balancers and Prometheus call from one address. */
  health: { max: 600, seconds: MINUTE, counting: 'shared' },
  /**
   * All calls of clients without an address, in addition to other limits: otherwise each new name would be a
   * new client.
   */
  hidden: { max: 6000, seconds: MINUTE, counting: 'shared' },
  analytics: { max: 60, seconds: MINUTE, counting: 'shared' },
  optimise: { max: 10, seconds: HOUR, counting: 'exact', maxWithoutAddress: HIDDEN_MAX },
  /** Per session of the admin. */
  chat: { max: 60, seconds: HOUR, counting: 'exact' },
  ndas: { max: 30, seconds: HOUR, counting: 'exact', maxWithoutAddress: HIDDEN_MAX },
  wrongVouchers: {
    max: 10,
    seconds: HOUR,
    counting: 'exact',
    countedCodes: ['voucher_unknown', 'voucher_used', 'voucher_expired'],
  },
  /**
   * Wrong passwords from addresses that never logged in before, over all of them (rule:login-is-throttled).
   */
  strangersLogin: { max: 60, seconds: MINUTE, counting: 'exact' },
  /** Counted per NDA, not per address: reading an image costs more than any other request of a party. */
  signatures: { max: 20, seconds: MINUTE, counting: 'exact' },
  /** Per address, over all NDAs. */
  signing: { max: 60, seconds: MINUTE, counting: 'shared' },
  /**
   * Names rendered in handwriting; a screen requests one when the user stops typing
   * (rule:typed-by-the-service).
   */
  typedNames: { max: 60, seconds: MINUTE, counting: 'shared' },
  /**
   * Each may start the delivery; a screen requests it when a user presses its button
   * (rule:send-again-is-safe).
   */
  sendEmail: { max: 60, seconds: MINUTE, counting: 'shared' },
  verify: { max: 20, seconds: HOUR, counting: 'exact', maxWithoutAddress: HIDDEN_MAX },
  /** Beyond it a withdrawal is accepted without a mail (rule:withdrawal-receipt). */
  mailedWithdrawals: { max: 5, seconds: HOUR, counting: 'exact', maxWithoutAddress: HIDDEN_MAX },
  /** Beyond it a withdrawal is refused: ten times as many, also for clients without an address. */
  withdrawals: { max: 50, seconds: HOUR, counting: 'exact', maxWithoutAddress: 10 * HIDDEN_MAX },
  /** The same, over all addresses. */
  allWithdrawals: { max: 500, seconds: HOUR, counting: 'exact' },
  /** Receipts of withdrawals to one mailbox that belongs to no known order. */
  withdrawalReceipts: { max: 3, seconds: DAY, counting: 'rolling', counts: 'recipients', isFixed: true },
  /** Mails requested by calls, to one recipient over all NDAs. */
  mails: { max: 20, seconds: DAY, counting: 'exact', counts: 'recipients' },
} as const satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof LIMITS;

/** The limit that counts every call of a route. @param route the declared pattern, or `unknown` */
export function limitOfRoute(route: string): LimitName {
  if (route === '/*') return 'pages';
  if (route.startsWith('/api/webhooks/')) return 'webhooks';
  return /^\/(?:health\/|metrics$)/.test(route) ? 'health' : 'general';
}
