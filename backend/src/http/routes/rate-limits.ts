import type { ErrorCode } from '@siegel/contracts/errors';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
/** An hour, of all clients without an address together. */
const HIDDEN_MAX = 30;

export interface LimitRule {
  readonly max: number;
  /** Length of the window in seconds. */
  readonly seconds: number;
  /**
   * `exact` asks the database on each call and never lets one too many pass; `rolling` does so too, and its window is
   * the time before each call; `shared` counts in memory and settles with the other backends every second, so that it
   * costs no query per call.
   */
  readonly counting: 'exact' | 'rolling' | 'shared';
  /** Where given, only calls that are refused with one of these codes count. */
  readonly countedCodes?: readonly ErrorCode[];
  /** For all clients together whose address is not known, where a call names nothing (rule:clients-without-an-address). */
  readonly maxWithoutAddress?: number;
  /** Counts recipients of mail, not clients: one too many is `mail_limit` (rule:asked-mails-are-limited). */
  readonly counts?: 'recipients';
  /** No factor changes it. */
  readonly isFixed?: true;
}

/**
 * Per client address, IPv6 by /64 (rule:limits-per-address). Login has rules of its own
 * (`login-throttle.ts`).
 */
export const LIMITS = {
  general: { max: 600, seconds: MINUTE, counting: 'shared' },
  /** Providers report from a few addresses, 50 times a second at most. */
  webhooks: { max: 3600, seconds: MINUTE, counting: 'shared' },
  /** A page comes with a dozen files. */
  pages: { max: 3000, seconds: MINUTE, counting: 'shared' },
  /** Load balancers and Prometheus ask from one address. */
  health: { max: 600, seconds: MINUTE, counting: 'shared' },
  /** All calls of clients without an address, besides what else counts them: else each new name would be a new client. */
  hidden: { max: 6000, seconds: MINUTE, counting: 'shared' },
  analytics: { max: 60, seconds: MINUTE, counting: 'shared' },
  optimise: { max: 10, seconds: HOUR, counting: 'exact', maxWithoutAddress: HIDDEN_MAX },
  /** Of one session of the admin. */
  chat: { max: 60, seconds: HOUR, counting: 'exact' },
  ndas: { max: 30, seconds: HOUR, counting: 'exact', maxWithoutAddress: HIDDEN_MAX },
  wrongVouchers: {
    max: 10,
    seconds: HOUR,
    counting: 'exact',
    countedCodes: ['voucher_unknown', 'voucher_used', 'voucher_expired'],
  },
  /** Wrong passwords of addresses that never logged in before, over all of them (rule:login-is-throttled). */
  strangersLogin: { max: 60, seconds: MINUTE, counting: 'exact' },
  /** Counted per NDA, not per address: reading an image costs more than anything else that a party can ask for. */
  signatures: { max: 20, seconds: MINUTE, counting: 'exact' },
  /** Of one address, whatever the NDA. */
  signing: { max: 60, seconds: MINUTE, counting: 'shared' },
  /** Names that are written by hand; a screen asks when somebody has stopped typing (rule:typed-by-the-service). */
  typedNames: { max: 60, seconds: MINUTE, counting: 'shared' },
  /** Each may wake the delivery; a screen asks when a person presses its button (rule:send-again-is-safe). */
  sendEmail: { max: 60, seconds: MINUTE, counting: 'shared' },
  verify: { max: 20, seconds: HOUR, counting: 'exact', maxWithoutAddress: HIDDEN_MAX },
  /** Beyond these a withdrawal is taken without a mail (rule:withdrawal-receipt). */
  mailedWithdrawals: { max: 5, seconds: HOUR, counting: 'exact', maxWithoutAddress: HIDDEN_MAX },
  /** Beyond these it is refused: ten times as many, of clients without an address too. */
  withdrawals: { max: 50, seconds: HOUR, counting: 'exact', maxWithoutAddress: 10 * HIDDEN_MAX },
  /** The same, over all addresses. */
  allWithdrawals: { max: 500, seconds: HOUR, counting: 'exact' },
  /** Receipts of withdrawals to one mailbox that no order is known to have. */
  withdrawalReceipts: { max: 3, seconds: DAY, counting: 'rolling', counts: 'recipients', isFixed: true },
  /** Mails that calls ask for, to one recipient over all NDAs. */
  mails: { max: 20, seconds: DAY, counting: 'exact', counts: 'recipients' },
} as const satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof LIMITS;

/** The limit under which every call of a route is counted. @param route as it was declared, or `unknown` */
export function limitOfRoute(route: string): LimitName {
  if (route === '/*') return 'pages';
  if (route.startsWith('/api/webhooks/')) return 'webhooks';
  return /^\/(?:health\/|metrics$)/.test(route) ? 'health' : 'general';
}
